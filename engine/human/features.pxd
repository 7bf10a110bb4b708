# What the predictor sees of a position and of each legal move (see features.py).
from engine.evaluation.nnue cimport AccumulatorStack, Weights
from engine.rules.position cimport Position
from engine.rules.types cimport MAX_MOVES, Move, u8, u16

cdef enum:
    MOST_CONTEXT = 128      # rows of one position; about 60 are used
    SLOTS = 20              # what is told of a move beside piece, source and target
    FIRST_PAST_SLOT = 5     # these are about the last moves
    PAST_SLOTS = 3
    PIECE_SQUARES = 384     # 6 kinds of pieces on 64 squares, seen by the side to move

# First row of each group of the position's inputs; the first row of a position is always that of the site.
cdef enum:
    SITE = 0                # 4
    RATING = 4              # 24 steps of 100 from 400
    COARSE_RATING = 28      # 8 steps of 300
    OPPONENT = 36           # 9 steps of 100 around the own rating
    TIME = 45               # 8
    AGE = 53                # 21: plies played
    MEN = 74                # 11: pieces on the board
    BALANCE = 85            # 12: the evaluation, in winning probability
    OWN_DANGER = 97         # 5: what the other side could win by exchange if it were to move
    OWN_CHANCE = 102        # 5: what the side to move can win by exchange
    FLAGS = 107             # 4 castling rights, in check, was here before
    EN_PASSANT_FILE = 113   # 8
    TAKEN = 121             # 6: kind that the last move took
    LAST_TARGET = 127       # 384: the last move's piece and target
    LAST_SOURCE = 511       # 384
    OWN_LAST_TARGET = 895   # 384: the own last move's piece and target
    BOARD = 1279            # 768: pieces on squares
    ATTACKED = 2047         # 768: ... which can be taken, at no gain
    HANGING = 2815          # 768: ... which can be taken with gain
    CONTEXT_ROWS = 3583

cdef struct MoveFeatures:
    Move move
    u16 target              # row 64 * kind + square, seen by the mover
    u16 source
    u8 slots[SLOTS]         # 0: nothing to tell

cdef struct Features:
    int context_count
    u16 context[MOST_CONTEXT]
    int move_count
    MoveFeatures moves[MAX_MOVES]

cdef struct Asked:
    int elo
    int opponent
    int base_s
    int increment_s
    int site

cdef int SLOT_SIZES[SLOTS]      # values of each slot, 0 included
cdef int SLOT_STARTS[SLOTS + 1] # row of each slot's value 0

# Fills `features` for the side to move. The position comes back as it was; it needs two free states.
cdef void see_position(
    Features* features, Position* position, const Weights* weights, AccumulatorStack* stack, const Asked* asked
) noexcept nogil
