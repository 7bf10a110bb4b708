# The core's numbers (see types.py for the conventions).

ctypedef unsigned long long u64
ctypedef unsigned int u32
ctypedef unsigned short u16
ctypedef unsigned char u8
ctypedef signed short i16
ctypedef signed char i8
ctypedef unsigned short Move

cdef enum:
    WHITE = 0
    BLACK = 1

cdef enum:
    PAWN = 0
    KNIGHT = 1
    BISHOP = 2
    ROOK = 3
    QUEEN = 4
    KING = 5
    NO_TYPE = 6
    NO_PIECE = 12

cdef enum:
    NO_SQUARE = 64
    NO_MOVE = 0
    MAX_MOVES = 256     # a reachable position has at most 218; the gate refuses more
    MAX_PLY = 128       # deepest line of the search, quiescence included

cdef enum:
    NORMAL = 0
    PROMOTION = 1
    EN_PASSANT = 2
    CASTLING = 3

# Castling rights, one bit each; index = 2 * colour + (0 king side, 1 queen side).
cdef enum:
    WHITE_KING_SIDE = 1
    WHITE_QUEEN_SIDE = 2
    BLACK_KING_SIDE = 4
    BLACK_QUEEN_SIDE = 8

# The score band, in centipawns seen from the side to move, written down once.
# MATE - n: mate in n plies. TB_WIN - n: a tablebase win entered n plies from the root. Evaluations stay below EVAL_MAX.
cdef enum:
    SCORE_MATE = 32000
    SCORE_MATE_BOUND = 31872     # SCORE_MATE - MAX_PLY: larger (by size) is a mate score
    SCORE_TB_WIN = 31800
    SCORE_TB_BOUND = 31672       # SCORE_TB_WIN - MAX_PLY: larger (by size) is a proved win
    SCORE_EVAL_MAX = 31600
    SCORE_INFINITE = 32001
    SCORE_NONE = 32002

cdef inline int move_source(Move move) noexcept nogil:
    return move & 63

cdef inline int move_target(Move move) noexcept nogil:
    return (move >> 6) & 63

cdef inline int move_kind(Move move) noexcept nogil:
    return move >> 14

cdef inline int move_promotion(Move move) noexcept nogil:
    # Piece type promoted to; meaningful only if the kind is PROMOTION.
    return ((move >> 12) & 3) + 1

cdef inline Move make_move_code(int source, int target, int kind, int promotion) noexcept nogil:
    # promotion: KNIGHT..QUEEN if the kind is PROMOTION, otherwise KNIGHT (bits 0).
    return <Move>(source | (target << 6) | ((promotion - 1) << 12) | (kind << 14))
