# Attack sets. Filled once at import; read-only afterwards.
from engine.rules.types cimport BISHOP, KNIGHT, QUEEN, ROOK, u64

cdef struct Magic:
    u64 mask
    u64 factor
    u64* attacks     # attacks[((occupied & mask) * factor) >> shift]
    int shift

cdef u64 KNIGHT_ATTACKS[64]
cdef u64 KING_ATTACKS[64]
cdef u64 PAWN_ATTACKS[2][64]          # [side][square]: squares a pawn of `side` on `square` attacks
cdef Magic BISHOP_MAGICS[64]
cdef Magic ROOK_MAGICS[64]
cdef u64 BETWEEN[64][64]              # squares strictly between two squares on a line, else empty
cdef u64 LINE[64][64]                 # the whole line through two squares (both included), else empty

cdef inline u64 bishop_attacks(int square, u64 occupied) noexcept nogil:
    cdef Magic* magic = &BISHOP_MAGICS[square]
    return magic.attacks[((occupied & magic.mask) * magic.factor) >> magic.shift]

cdef inline u64 rook_attacks(int square, u64 occupied) noexcept nogil:
    cdef Magic* magic = &ROOK_MAGICS[square]
    return magic.attacks[((occupied & magic.mask) * magic.factor) >> magic.shift]

cdef inline u64 queen_attacks(int square, u64 occupied) noexcept nogil:
    return bishop_attacks(square, occupied) | rook_attacks(square, occupied)

cdef inline u64 piece_attacks(int kind, int square, u64 occupied) noexcept nogil:
    # Of a piece that is not a pawn.
    if kind == KNIGHT:
        return KNIGHT_ATTACKS[square]
    if kind == BISHOP:
        return bishop_attacks(square, occupied)
    if kind == ROOK:
        return rook_attacks(square, occupied)
    if kind == QUEEN:
        return queen_attacks(square, occupied)
    return KING_ATTACKS[square]
