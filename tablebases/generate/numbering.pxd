# The numbering of positions while they are solved (see numbering.py).
from engine.rules.types cimport i16, u8, u16, u64

# The pieces of a signature in slots: both kings, the other pieces (equal ones adjacent), the pawns.
cdef struct Material:
    int slots                 # of all pieces and pawns
    int pieces                # slots before the pawns
    int pawns
    u8 kind[8]
    u8 colour[8]
    int groups                # of equal pieces, kings not counted
    int first[8]
    int length[8]
    u64 places[8]             # C(64, length)
    u64 step[8]               # of each slot: what one more in the number of its group adds to the index
    int alike[8]              # of each slot: pieces of its group
    int twins                 # pawnless, and both sides have the same pieces
    int folded                # pawnless: first king in the a1-d4 quarter
    int king_pairs
    i16 king_index[4096]      # [64 * first + second], -1 if they touch or are not canonical
    u8 king_squares[8192]
    u64 size                  # positions of one pawn placement and side to move
    bint through              # promotions are judged without a table (see retrograde.py)

# All positions of one placement of the pawns.
cdef struct Slice:
    u8 pawn_square[5]
    u16* values[2]            # [side to move][index]
    Slice* next[5][2]         # [pawn][single or double step], NULL if there is none
    u8 next_mirrored[5][2]
    int self_mirrored
    int solved

cdef void squares_of(const Material* material, Slice* slice, u64 index, u8* squares) noexcept nogil

cdef long long index_of(const Material* material, const u8* squares) noexcept nogil

cdef int fill_material(Material* material, str signature) except -1    # the first side is White

cdef inline int pair_number(int a, int b) noexcept nogil:
    # The number of a placement of two equal pieces.
    return (b * (b - 1) >> 1) + a if a < b else (a * (a - 1) >> 1) + b

# Not for other modules.
cdef void _fill_king_pairs(Material* material) noexcept
cdef u64 _many(const unsigned char* squares, int length, int flip) noexcept nogil
