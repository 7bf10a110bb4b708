# The pieces on the board, four bits for each kind of piece.
from engine.rules.bitboard cimport popcount
from engine.rules.position cimport Position
from engine.rules.types cimport u64

cdef inline u64 material_of(const Position* position) noexcept nogil:
    # 4 bits each: white P N B R Q, black p n b r q; a reachable position has at most 10 of a kind.
    cdef u64 code = 0
    cdef int side
    cdef int kind
    for side in range(2):
        for kind in range(5):
            code |= <u64>(popcount(position.by_colour[side] & position.by_type[kind]) & 15) << (4 * (5 * side + kind))
    return code
