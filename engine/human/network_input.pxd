# The inputs of the network: bitboards and a few numbers (see network_input.py).
from engine.evaluation.nnue cimport AccumulatorStack, Weights
from engine.rules.position cimport Position
from engine.rules.types cimport CASTLING, PROMOTION, Move, move_kind, move_promotion, move_source, move_target, u64

cdef enum:
    PLANES = 46
    PAST_MOVES = 4          # of both sides together; two planes each
    PAST_PLANE = 28         # the first of them
    PAST_PLANES = 8
    HANGING_PLANE = 40      # own and opposing pieces that can be captured with gain, then those that can be captured without
    KNOWN = 24              # numbers besides the planes
    RATING_STEPS = 8        # triangular functions centred on 600, 850 ... 2350
    OPPONENT_NUMBER = 8     # rating difference to the opponent, and its square
    TIME_NUMBER = 10        # whether known, pace, its square, increment
    AGE_NUMBER = 14         # plies, opening, pieces, repetition
    SITE_NUMBER = 18        # the first of four of them: UNKNOWN, LICHESS, CHESS_COM, OTHER
    CALM_NUMBER = 22        # plies without capture, the evaluation
    CP_PER_LOGIT = 250      # centipawns that change the odds of winning by the factor e

cdef struct PlayerInput:
    int elo
    int opponent
    int base_s
    int increment_s
    int site

cdef struct NetworkInput:
    u64 planes[PLANES]      # seen by the side to move, a1 = bit 0
    float known[KNOWN]

# The planes do not depend on the player. The position is unchanged afterwards; it needs a free state on its stack.
cdef void fill_input(
    NetworkInput* inputs, Position* position, const Weights* weights, AccumulatorStack* stack, const PlayerInput* player
) noexcept nogil

cdef inline int landing_of(Move move) noexcept nogil:
    # The target square of the moved piece; the core encodes castling as king takes rook.
    cdef int target = move_target(move)
    if move_kind(move) == CASTLING:
        return (target & 56) | (6 if target > move_source(move) else 2)
    return target

cdef inline int squares_of(Move move, int side) noexcept nogil:
    # Source + 64 * target, from the view of the side to move, + 4096 * promotion (0: none, 1: knight ... 4: queen).
    cdef int turn = 56 if side else 0
    cdef int promotion = move_promotion(move) if move_kind(move) == PROMOTION else 0
    return (move_source(move) ^ turn) + 64 * (landing_of(move) ^ turn) + 4096 * promotion

cdef inline u64 turned(u64 squares) noexcept nogil:
    # The set with the ranks flipped.
    squares = ((squares >> 8) & <u64>0x00FF00FF00FF00FF) | ((squares & <u64>0x00FF00FF00FF00FF) << 8)
    squares = ((squares >> 16) & <u64>0x0000FFFF0000FFFF) | ((squares & <u64>0x0000FFFF0000FFFF) << 16)
    return (squares >> 32) | (squares << 32)
