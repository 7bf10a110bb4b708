# The policy network's shape, its weights and the sums of one position (see network.py).
from engine.evaluation.nnue cimport AccumulatorStack, Network
from engine.human.board_network cimport BoardNetwork
from engine.human.seen cimport CONTEXT_ROWS, MAX_MOVES, PIECE_SQUARES, Features
from engine.rules.position cimport Position
from engine.rules.types cimport u8, u16

cdef enum:
    HIDDEN = 896            # sums of the position
    DEEP = 64               # sums of those
    HEAD = 960              # both together: HIDDEN + DEEP
    WIDTH = 64              # sums of one move
    LINEAR = 8              # the last so many of them continue unchanged, the others if above 0
    SLOT_ROOM = 700         # rows of slot values; at least SLOT_STARTS[SLOTS]
    SEEN_ROWS = 2304        # what a piece sees from a square: 6 kinds, 8 lines, 12 pieces, 3 distances; 6 kinds, 8 jumps, 12 pieces
    MOST_SEEN = 16          # rows of one square

# One block of floats, so that the trainer can step over all of it at once.
cdef struct Net:
    float rows[CONTEXT_ROWS][HIDDEN]
    float bias[HIDDEN]
    float deep[HIDDEN][DEEP]
    float deep_bias[DEEP]
    float targets[PIECE_SQUARES][HEAD]
    float sources[PIECE_SQUARES][HEAD]
    float mix[HEAD][WIDTH]
    float mix_bias[WIDTH]
    float target_rows[PIECE_SQUARES][WIDTH]
    float source_rows[PIECE_SQUARES][WIDTH]
    float slot_rows[SLOT_ROOM][WIDTH]
    float out[WIDTH]
    float seen_from_target[SEEN_ROWS][WIDTH]
    float seen_from_source[SEEN_ROWS][WIDTH]

cdef struct Sums:
    float hidden[HIDDEN]            # before activation
    float active[HEAD]              # HIDDEN squared and clipped, then DEEP above 0
    float mixed[WIDTH]
    float moves[MAX_MOVES][WIDTH]   # before activation
    float by_source[PIECE_SQUARES]  # filled for the sources that occur
    float logits[MAX_MOVES]
    float chances[MAX_MOVES]
    u8 board[64]                    # pieces, own first (0-5, 6-11), NO_PIECE; seen by the side to move

# What stands on the lines and knight's jumps around a square once `gone` (or NO_SQUARE) is empty: rows into `rows`; how many.
cdef int look_around(const u8* board, int kind, int square, int gone, u16* rows) noexcept nogil

# Fills `sums`: chances of the moves, which sum to 1 (none if there is no move). `heat` divides the logits.
cdef void judge_moves(const Net* net, const Features* features, Sums* sums, float heat) noexcept nogil

cdef class PolicyNetwork:
    cdef Net* net
    cdef Network evaluator
    cdef BoardNetwork board_network     # or None
    cdef AccumulatorStack* stack
    cdef Features* features
    cdef Sums* sums
    cdef Position* position
