# A few pieces on a board: the small position that probing and generating work on (see placement.py).
from engine.rules.attacks cimport BETWEEN, LINE, KING_ATTACKS, KNIGHT_ATTACKS, PAWN_ATTACKS, bishop_attacks, rook_attacks
from engine.rules.bitboard cimport lsb, popcount
from engine.rules.position cimport Position
from engine.rules.types cimport BISHOP, KING, KNIGHT, NO_SQUARE, PAWN, QUEEN, ROOK, u8, u64

cdef enum:
    MAX_STEPS = 256

# Kinds of moves to generate; CAPTURES include promotions by capture, PUSHES promotions without.
cdef enum:
    CAPTURES = 1
    EP_CAPTURES = 2
    PUSHES = 4
    QUIETS = 8           # of pieces and king
    ALL_STEPS = 15

cdef struct Placement:
    u64 by_type[6]
    u64 by_colour[2]
    int side             # to move
    int ep               # square a pawn may capture on en passant, or NO_SQUARE

cdef struct Step:
    u8 source
    u8 target
    u8 kind              # type that moves
    u8 promotion         # type promoted to, or 0
    u8 is_ep
    u8 is_capture

cdef int generate(const Placement* position, Step* steps, int wanted) noexcept nogil   # legal moves of the wanted kinds
cdef bint has_legal(const Placement* position, int wanted) noexcept nogil
cdef void apply(const Placement* position, const Step* step, Placement* child) noexcept nogil
cdef void from_core(const Position* position, Placement* placement) noexcept nogil
cdef bint is_sound(const Placement* position) noexcept nogil     # one king a side, apart; no pawn on rank 1 or 8; the side not to move not in check

cdef inline u64 everyone(const Placement* position) noexcept nogil:
    return position.by_colour[0] | position.by_colour[1]

cdef inline bint attacked(const Placement* position, int square, int by, u64 occupied) noexcept nogil:
    # Whether a piece of side `by` attacks the square.
    cdef u64 pieces = position.by_colour[by]
    if KING_ATTACKS[square] & position.by_type[KING] & pieces:
        return True
    if (position.by_type[ROOK] | position.by_type[QUEEN]) & pieces:
        if rook_attacks(square, occupied) & (position.by_type[ROOK] | position.by_type[QUEEN]) & pieces:
            return True
    if (position.by_type[BISHOP] | position.by_type[QUEEN]) & pieces:
        if bishop_attacks(square, occupied) & (position.by_type[BISHOP] | position.by_type[QUEEN]) & pieces:
            return True
    if KNIGHT_ATTACKS[square] & position.by_type[KNIGHT] & pieces:
        return True
    return (PAWN_ATTACKS[1 - by][square] & position.by_type[PAWN] & pieces) != 0

cdef inline bint in_check(const Placement* position, int side) noexcept nogil:
    cdef u64 king = position.by_type[KING] & position.by_colour[side]
    return attacked(position, lsb(king), 1 - side, everyone(position))

cdef inline u64 piece_attacks(int kind, int square, u64 occupied) noexcept nogil:
    # Squares a piece or king (no pawn) attacks.
    if kind == KING:
        return KING_ATTACKS[square]
    if kind == KNIGHT:
        return KNIGHT_ATTACKS[square]
    if kind == ROOK:
        return rook_attacks(square, occupied)
    if kind == BISHOP:
        return bishop_attacks(square, occupied)
    return rook_attacks(square, occupied) | bishop_attacks(square, occupied)

cdef inline u64 material_key(const Placement* position) noexcept nogil:
    # Counts of pieces without kings, four bits each: the key of a signature seen from White. 0: bare kings.
    cdef u64 white = position.by_colour[0]
    cdef u64 black = position.by_colour[1]
    cdef u64 key = 0
    cdef int kind
    for kind in range(5):
        key |= <u64>popcount(position.by_type[kind] & white) << (4 * kind)
        key |= <u64>popcount(position.by_type[kind] & black) << (20 + 4 * kind)
    return key

cdef int count_quiets(const Placement* position) noexcept nogil     # legal moves of pieces and king that capture nothing

# Not for other modules.
cdef int _generate_pawns(const Placement* position, Step* steps, int count, int wanted, u64 shielding) noexcept nogil
cdef int _quiet_king_moves(const Placement* position, int king, u64 occupied) noexcept nogil
