# What the predictor sees, as values: rows of the position, moves with their facts; and small helpers of the room.
from engine.rules.attacks cimport PAWN_ATTACKS, piece_attacks
from engine.rules.types cimport (
    CASTLING, MAX_MOVES, Move, PAWN, move_kind, move_source, move_target, u8, u16, u64,
)

cdef enum:
    MOST_CONTEXT = 128      # rows of one position; about 60 are used
    SLOTS = 20              # what is told of a move beside piece, source and target
    FIRST_PAST_SLOT = 5     # these are about the last moves
    PAST_SLOTS = 3
    PIECE_SQUARES = 384     # 6 kinds of pieces on 64 squares, seen by the side to move
    CP_PER_LOGIT = 250      # centipawns in which the odds of winning change by e

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

cdef inline int limited(int value, int low, int high) noexcept nogil:
    return low if value < low else high if value > high else value

cdef inline int class_of(int value, const int* bounds, int count) noexcept nogil:
    # How many of the ascending bounds are at or below the value.
    cdef int index = 0
    while index < count and value >= bounds[index]:
        index += 1
    return index

cdef inline int landing_of(Move move) noexcept nogil:
    # Where the moved piece is afterwards; castling is king takes rook in the core.
    cdef int target = move_target(move)
    if move_kind(move) == CASTLING:
        return (target & 56) | (6 if target > move_source(move) else 2)
    return target

cdef inline u64 attacks_of(int kind, int side, int square, u64 occupied) noexcept nogil:
    return PAWN_ATTACKS[side][square] if kind == PAWN else piece_attacks(kind, square, occupied)
