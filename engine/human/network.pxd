# The policy network's shape, its weights and the sums of one position (see network.py).
from engine.evaluation.nnue cimport AccumulatorStack, Network
from engine.human.features cimport CONTEXT_ROWS, MAX_MOVES, PIECE_SQUARES, Features
from engine.rules.position cimport Position

cdef enum:
    HIDDEN = 512
    WIDTH = 64              # sums of one move
    LINEAR = 8              # the last so many of them go on unchanged, the others if above 0
    SLOT_ROOM = 700         # rows of slot values; at least SLOT_STARTS[SLOTS]

# One block of floats, so that the trainer can step over all of it at once.
cdef struct Net:
    float rows[CONTEXT_ROWS][HIDDEN]
    float bias[HIDDEN]
    float targets[PIECE_SQUARES][HIDDEN]
    float sources[PIECE_SQUARES][HIDDEN]
    float mix[HIDDEN][WIDTH]
    float mix_bias[WIDTH]
    float target_rows[PIECE_SQUARES][WIDTH]
    float source_rows[PIECE_SQUARES][WIDTH]
    float slot_rows[SLOT_ROOM][WIDTH]
    float out[WIDTH]

cdef struct Sums:
    float hidden[HIDDEN]            # before activation
    float active[HIDDEN]
    float mixed[WIDTH]
    float moves[MAX_MOVES][WIDTH]   # before activation
    float by_source[PIECE_SQUARES]  # filled for the sources that occur
    float logits[MAX_MOVES]
    float chances[MAX_MOVES]

# Fills `sums`: chances of the moves, which sum to 1 (none if there is no move). `heat` divides the logits.
cdef void judge_moves(const Net* net, const Features* features, Sums* sums, float heat) noexcept nogil

cdef class PolicyNetwork:
    cdef Net* net
    cdef Network evaluator
    cdef AccumulatorStack* stack
    cdef Features* features
    cdef Sums* sums
    cdef Position* position
