# A position as FEN text.
from engine.rules.position cimport Position

cdef enum:
    LONGEST = 96                 # characters of placement (71), side and rights

cdef int write_placement(const Position* position, char* out) noexcept nogil
cdef str fen_text(const Position* position)

# Not for other modules.
cdef char _right(const Position* position, int index) noexcept
cdef bint _can_take_en_passant(const Position* position) noexcept
