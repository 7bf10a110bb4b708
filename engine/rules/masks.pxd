# Sets of squares that the evaluation asks for. Filled once at import; read-only afterwards.
from engine.rules.types cimport u64

cdef u64 PASSED_MASK[2][64]          # [side][square]: squares ahead on the same and neighbouring files
cdef u64 FORWARD_FILE[2][64]         # [side][square]: squares straight ahead
cdef u64 ATTACK_SPAN[2][64]          # [side][square]: squares ahead on the neighbouring files only
cdef u64 FORWARD_RANKS[2][64]        # [side][square]: all squares on higher ranks seen from the side
cdef u64 ADJACENT_FILES[8]           # [file]
cdef u64 KING_ZONE[2][64]            # [side][king square]: its surroundings and three squares more in front of it
cdef int DISTANCE[64][64]            # king moves between two squares
cdef int CENTRE_DISTANCE[64]         # 0 on the four centre squares ... 3 on the edge
cdef u64 LIGHT_SQUARES
cdef u64 OUTPOST_RANKS[2]            # ranks 4-6 seen from the side

cdef inline int relative_rank(int side, int square) noexcept nogil:
    return (square >> 3) if side == 0 else 7 - (square >> 3)

cdef inline int relative_square(int side, int square) noexcept nogil:
    return square if side == 0 else square ^ 56
