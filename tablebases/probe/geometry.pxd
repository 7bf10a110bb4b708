# The place of a position in a table's sub-array: the numbering of Syzygy files (see geometry.py).
from engine.rules.types cimport u8, u64

cdef enum:
    MAX_PIECES = 7
    PAWN_CODE = 1      # piece codes of the files: pawn 1 ... king 6, plus 8 for the second colour

# How one sub-table numbers its positions: the list of pieces and the order of its groups.
cdef struct Layout:
    u8 piece_count
    u8 codes[8]          # piece code of each list entry
    u8 groups            # number of groups, the leading one first
    u8 group_length[8]
    u8 leading           # pieces in the leading group
    u8 second_pawns      # pieces in the second pawn group, or 0
    u8 with_pawns
    u64 factor[8]        # of each group
    u64 size             # positions in the sub-table

cdef u64 BINOMIAL[65][8]             # [n][k], 0 if k > n
cdef u8 FLAP[64]                     # 6 * file folded to a-d + (rank - 1)

cdef u64 encode(const Layout* layout, u8* squares) noexcept nogil
cdef bint make_layout(Layout* layout, const u8* codes, int piece_count, int order, int order2, int file) noexcept nogil
cdef int leading_pawn(u64 pawns) noexcept nogil

# Not for other modules.
cdef int _leading_length(const u8* codes, int piece_count, bint with_pawns) noexcept nogil
cdef bint _place_groups(Layout* layout, int order, int order2, int file) noexcept nogil
