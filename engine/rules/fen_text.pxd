# A position as FEN text.
from engine.rules.position cimport Position

cdef enum:
    LONGEST = 72                 # characters of placement: 71

cdef int write_placement(const Position* position, char* out) noexcept nogil
cdef str castling_letters(const Position* position)
cdef str passed_square(const Position* position)
cdef str fen_text(const Position* position)

# Not for other modules.
cdef char _right(const Position* position, int index) noexcept
