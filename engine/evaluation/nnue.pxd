# The network's shape, its feature numbers and its accumulators (see nnue.py).
from engine.evaluation.nnue_kernel cimport NnueLayers
from engine.rules.position cimport Position
from engine.rules.types cimport i16, u64

cdef enum:
    KING_AREAS = 8         # of the own king, see king_area
    PIECE_INPUTS = 768       # own and enemy pieces, 6 types, 64 squares
    INPUTS = 6144          # KING_AREAS * PIECE_INPUTS
    HIDDEN = 1024          # of one side
    FIRST = 16             # outputs of the first layer after them
    SECOND = 32            # inputs and outputs of the second layer
    OUTPUT_BUCKETS = 8     # by the number of pieces on the board; each has its own layers
    STACK_SIZE = 256       # accumulators; more than MAX_PLY, a power of two
    MOST_CHANGES = 64      # rows that a refresh adds or drops: at most one for each square

cdef struct Weights:
    i16 feature[INPUTS][HIDDEN]
    i16 feature_bias[HIDDEN]
    NnueLayers layers[OUTPUT_BUCKETS]
    int scale                                  # centipawns of an output of 1.0
    int classical                              # permille of the classical evaluation that the search adds to the output

# The hidden layer before activation, seen by each side, and the keys of the positions that it belongs to.
cdef struct Accumulator:
    i16 values[2][HIDDEN]
    u64 keys[2]
    u64 unused[6]          # pads to a cache line

# An entry of the refresh table: the last hidden layer of one side for a king in one area and half, and its board.
cdef struct RefreshEntry:
    i16 values[HIDDEN]
    u64 pieces[12]
    u64 filled             # 0: the entry is empty
    u64 unused[3]

# Accumulators by the index of the position's state (modulo STACK_SIZE). An entry is valid if its key is the state's key, so
# that making and unmaking moves needs no hook. Each search thread has its own stack.
cdef struct AccumulatorStack:
    Accumulator entries[STACK_SIZE]
    RefreshEntry refresh[2][2 * KING_AREAS]

cdef inline int king_area(int perspective, int king) noexcept nogil:
    # Kings are mostly on their first two ranks: these have four of the eight areas, the other ranks share four.
    cdef int rank = king >> 3 if perspective == 0 else 7 - (king >> 3)
    cdef int file = king & 7
    if rank >= 4:
        return 6 if rank < 6 else 7
    if rank >= 2:
        return rank + 2
    return 2 * rank + ((file ^ 7 if file & 4 else file) >> 1)

# The numbering of one side's inputs: the beginning of its king's area, and how squares and colours are turned.
cdef struct Perspective:
    int first
    int flip
    int colours              # 0: White's pieces are its own, 384: Black's are

cdef inline Perspective perspective_of(int perspective, int king) noexcept nogil:
    # Ranks are seen from `perspective`; files are mirrored so that its king is on the files a to d.
    cdef Perspective view
    view.first = king_area(perspective, king) * PIECE_INPUTS
    view.flip = (56 if perspective else 0) ^ (7 if king & 4 else 0)
    view.colours = 384 if perspective else 0
    return view

cdef inline int feature_row(const Perspective* view, int piece, int square) noexcept nogil:
    # Own pieces come first.
    cdef int kind = piece * 64
    return view.first + (kind + view.colours if kind + view.colours < PIECE_INPUTS else kind - view.colours) + (square ^ view.flip)

cdef class Network:
    cdef Weights* weights

cdef AccumulatorStack* new_accumulators() noexcept nogil       # NULL if out of memory; release with free_accumulators
cdef void free_accumulators(AccumulatorStack* stack) noexcept nogil
cdef void clear_accumulators(AccumulatorStack* stack) noexcept nogil   # after another network was loaded
cdef int nnue_evaluate(const Weights* weights, AccumulatorStack* stack, const Position* position) noexcept nogil

cdef class NetworkBoard:
    cdef Network network
    cdef AccumulatorStack* stack
