# Main lines of whole files.
from engine.core.pgn.problems cimport Findings
from engine.core.pgn.spelling cimport Letters
from engine.core.pgn.marks cimport Tag, Text
from engine.core.pgn.scan cimport Span
from engine.core.position cimport Position
from engine.core.types cimport Move, u64

cdef class MainLine:
    cdef readonly dict headers
    cdef readonly object moves
    cdef readonly object keys
    cdef readonly str result
    cdef readonly str start_fen
    cdef readonly bint chess960
    cdef readonly tuple problems
    cdef readonly int number
    cdef readonly Py_ssize_t offset
    cdef readonly Py_ssize_t length

# One game's moves, found without the GIL.
cdef struct Line:
    int plies
    int result
    bint stopped              # the rest cannot be read

cdef class MainLineReader:
    cdef Position start
    cdef Position position
    cdef Letters letters
    cdef Findings findings
    cdef Move* moves
    cdef u64* keys
    cdef bytes rest
    cdef str name
    cdef str fallback
    cdef tuple wanted         # (name bytes, name) of the headers to keep, None: all
    cdef bint with_keys
    cdef int number           # games so far
    cdef Py_ssize_t offset    # of the block's first byte in the file
    cdef Py_ssize_t lines     # line breaks before `counted`
    cdef Py_ssize_t counted

    cdef MainLine _game(self, Text text, Span* span)
    cdef void _read_line(self, Text text, Span* span, Line* line) noexcept nogil
    cdef void _move_failed(self, int answer, Py_ssize_t start, Py_ssize_t length) noexcept nogil
    cdef Py_ssize_t _line_of(self, Text text, Py_ssize_t at)
    cdef tuple _tell(self, Text text, Span* span, list more)
    cdef dict _headers(self, Text text, Span* span, dict special)
    cdef void _set_result(self, MainLine game, Line* line, str tag, list more)
