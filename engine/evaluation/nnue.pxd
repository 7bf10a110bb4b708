# The network's shape, its feature numbers and its accumulators (see nnue.py).
from engine.rules.position cimport Position
from engine.rules.types cimport i16, u64

cdef enum:
    KING_BUCKETS = 4       # where the own king stands: see king_bucket
    MEN_INPUTS = 768       # own and other men, 6 kinds, 64 squares
    INPUTS = 3072          # KING_BUCKETS * MEN_INPUTS
    HIDDEN = 512
    OUTPUT_BUCKETS = 8     # by the number of men on the board
    UNITS = 523264         # of the output: ACTIVATION_ONE * OUTPUT_ONE; a constant, for a division takes 20 cycles
    STACK_SIZE = 256       # accumulators kept; more than MAX_PLY, a power of two

cdef struct Weights:
    i16 feature[INPUTS][HIDDEN]
    i16 feature_bias[HIDDEN]
    i16 output[OUTPUT_BUCKETS][2 * HIDDEN]     # the half of the side to move first
    int output_bias[OUTPUT_BUCKETS]
    int scale                                  # centipawns of an output of 1.0
    int classical                              # permille of the classical evaluation that the search adds to the output

# The hidden layer before activation, of the position whose key it carries, seen by each side.
cdef struct Accumulator:
    i16 values[2][HIDDEN]
    u64 keys[2]
    u64 unused[6]          # the next one begins at a cache line

# Accumulators by the position's index of state (modulo STACK_SIZE): an entry is valid iff its key is the state's key, so that
# making and unmaking moves needs no hook. One a search thread.
cdef struct AccumulatorStack:
    Accumulator entries[STACK_SIZE]

cdef inline int king_bucket(int perspective, int king) noexcept nogil:
    # On the first rank behind a wing or in the middle, on the second rank, further up.
    cdef int rank = king >> 3 if perspective == 0 else 7 - (king >> 3)
    if rank:
        return 2 if rank == 1 else 3
    return 1 if 2 <= (king & 7) <= 5 else 0

cdef inline int feature_index(int perspective, int king, int piece, int square) noexcept nogil:
    # Ranks are seen from `perspective`; files are mirrored so that its king stands on the a-d side. Own men come first.
    cdef int colour = 0 if (piece >= 6) == (perspective == 1) else 1
    cdef int bucket = king_bucket(perspective, king)
    if perspective:
        square ^= 56
    if king & 4:
        square ^= 7
    return bucket * MEN_INPUTS + (6 * colour + piece % 6) * 64 + square

cdef class Network:
    cdef Weights* weights

cdef AccumulatorStack* new_accumulators() noexcept nogil       # NULL if out of memory; release with free_accumulators
cdef void free_accumulators(AccumulatorStack* stack) noexcept nogil
cdef void clear_accumulators(AccumulatorStack* stack) noexcept nogil   # after another network was loaded
cdef int nnue_evaluate(const Weights* weights, AccumulatorStack* stack, const Position* position) noexcept nogil

cdef class NetworkBoard:
    cdef Network network
    cdef AccumulatorStack* stack
