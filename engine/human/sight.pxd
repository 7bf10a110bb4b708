# The board as the board network sees it: sets of squares and a few numbers (see sight.py).
from engine.human.seen cimport Asked, Features
from engine.rules.position cimport Position
from engine.rules.types cimport u16, u64

cdef enum:
    PLANES = 46
    PAST_MOVES = 4          # of both sides together; two planes each
    PAST_PLANE = 28         # the first of them
    PAST_PLANES = 8
    KNOWN = 24              # numbers beside the planes
    RATING_STEPS = 8        # hats over 600, 850 ... 2350
    OPPONENT_NUMBER = 8     # how far the opponent is ahead, 2
    TIME_NUMBER = 10        # known or not, pace, its square, increment
    AGE_NUMBER = 14         # plies, opening, pieces, repetition
    SITE_NUMBER = 18        # the first of four of them: UNKNOWN, LICHESS, CHESS_COM, OTHER
    CALM_NUMBER = 22        # plies without capture, the evaluation

cdef struct Sight:
    u64 planes[PLANES]      # seen by the side to move, a1 = bit 0
    float known[KNOWN]

# `features` are those of the same position and question.
cdef void see_board(Sight* sight, const Position* position, const Features* features, const Asked* asked) noexcept nogil

# The squares of a move for the board network: source + 64 * where the piece lands, seen by the side to move.
cdef int squares_of(int target_row, int source_row) noexcept nogil

cdef inline u64 turned(u64 squares) noexcept nogil:
    # The same set with the ranks in the other order.
    squares = ((squares >> 8) & <u64>0x00FF00FF00FF00FF) | ((squares & <u64>0x00FF00FF00FF00FF) << 8)
    squares = ((squares >> 16) & <u64>0x0000FFFF0000FFFF) | ((squares & <u64>0x0000FFFF0000FFFF) << 16)
    return (squares >> 32) | (squares << 32)
