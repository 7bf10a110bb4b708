# The board as the network sees it: sets of squares and a few numbers (see sight.py).
from engine.evaluation.nnue cimport AccumulatorStack, Weights
from engine.rules.position cimport Position
from engine.rules.types cimport CASTLING, PROMOTION, Move, move_kind, move_promotion, move_source, move_target, u64

cdef enum:
    PLANES = 46
    PAST_MOVES = 4          # of both sides together; two planes each
    PAST_PLANE = 28         # the first of them
    PAST_PLANES = 8
    HANGING_PLANE = 40      # own and enemy pieces that can be taken with gain, then those that can be taken at none
    KNOWN = 24              # numbers beside the planes
    RATING_STEPS = 8        # hats over 600, 850 ... 2350
    OPPONENT_NUMBER = 8     # how far the opponent is ahead, 2
    TIME_NUMBER = 10        # known or not, pace, its square, increment
    AGE_NUMBER = 14         # plies, opening, pieces, repetition
    SITE_NUMBER = 18        # the first of four of them: UNKNOWN, LICHESS, CHESS_COM, OTHER
    CALM_NUMBER = 22        # plies without capture, the evaluation
    CP_PER_LOGIT = 250      # centipawns in which the odds of winning change by e

cdef struct Asked:
    int elo
    int opponent
    int base_s
    int increment_s
    int site

cdef struct Sight:
    u64 planes[PLANES]      # seen by the side to move, a1 = bit 0
    float known[KNOWN]

# The planes do not depend on what is asked. The position comes back as it was; it needs a free state.
cdef void see_board(
    Sight* sight, Position* position, const Weights* weights, AccumulatorStack* stack, const Asked* asked
) noexcept nogil

cdef inline int landing_of(Move move) noexcept nogil:
    # Where the moved piece is afterwards; castling is king takes rook in the core.
    cdef int target = move_target(move)
    if move_kind(move) == CASTLING:
        return (target & 56) | (6 if target > move_source(move) else 2)
    return target

cdef inline int squares_of(Move move, int side) noexcept nogil:
    # Source + 64 * where the piece lands, seen by the side to move, + 4096 * what a pawn becomes (0: nothing, 1: knight ... 4: queen).
    cdef int turn = 56 if side else 0
    cdef int promotion = move_promotion(move) if move_kind(move) == PROMOTION else 0
    return (move_source(move) ^ turn) + 64 * (landing_of(move) ^ turn) + 4096 * promotion

cdef inline u64 turned(u64 squares) noexcept nogil:
    # The same set with the ranks in the other order.
    squares = ((squares >> 8) & <u64>0x00FF00FF00FF00FF) | ((squares & <u64>0x00FF00FF00FF00FF) << 8)
    squares = ((squares >> 16) & <u64>0x0000FFFF0000FFFF) | ((squares & <u64>0x0000FFFF0000FFFF) << 16)
    return (squares >> 32) | (squares << 32)
