# Attack sets. Filled once at import; read-only afterwards.
from engine.core.types cimport u64

cdef struct Magic:
    u64 mask
    u64 factor
    u64* attacks     # attacks[((occupied & mask) * factor) >> shift]
    int shift

cdef u64[64] KNIGHT_ATTACKS
cdef u64[64] KING_ATTACKS
cdef u64[2][64] PAWN_ATTACKS          # [side][square]: squares a pawn of `side` on `square` attacks
cdef Magic[64] BISHOP_MAGICS
cdef Magic[64] ROOK_MAGICS
cdef u64[64][64] BETWEEN              # squares strictly between two squares on a line, else empty
cdef u64[64][64] LINE                 # the whole line through two squares (both included), else empty

cdef inline u64 bishop_attacks(int square, u64 occupied) noexcept nogil:
    cdef Magic* magic = &BISHOP_MAGICS[square]
    return magic.attacks[((occupied & magic.mask) * magic.factor) >> magic.shift]

cdef inline u64 rook_attacks(int square, u64 occupied) noexcept nogil:
    cdef Magic* magic = &ROOK_MAGICS[square]
    return magic.attacks[((occupied & magic.mask) * magic.factor) >> magic.shift]

cdef inline u64 queen_attacks(int square, u64 occupied) noexcept nogil:
    return bishop_attacks(square, occupied) | rook_attacks(square, occupied)
