# Main lines of whole files.
from engine.pgn.blocks cimport BlockReader
from engine.pgn.quick cimport Line
from engine.pgn.text.marks cimport Text
from engine.pgn.text.scan cimport Span
from engine.pgn.text.tokens cimport Token
from engine.rules.types cimport Move, u64

cdef class MainLine:
    cdef readonly dict headers
    cdef readonly object moves
    cdef readonly object keys
    cdef readonly str result
    cdef readonly str start_fen
    cdef readonly bint chess960
    cdef readonly u64 material
    cdef readonly tuple problems
    cdef readonly int number
    cdef readonly Py_ssize_t offset
    cdef readonly Py_ssize_t length
    cdef readonly bytes content

cdef class MainLineReader(BlockReader):
    cdef Line line            # plies after `most` are skipped
    cdef int result_code             # the result in the movetext
    cdef bint both_lose       # the Result tag says 0-0
    cdef Py_ssize_t unread_at         # the text after the last playable move; -1 without any
    cdef Py_ssize_t unread_end
    cdef frozenset wanted     # names of the headers to keep, None: all
    cdef dict names           # of tags, by their bytes
    cdef bint with_keys
    cdef bint with_contents
    cdef bint stale           # checkers and pins are not those of the position

    cdef dict _headers(self, Text text, Span* span, dict special)
    cdef str _tag_name(self, bytes code)
    cdef void _read_line(self, Text text, Span* span, bint readable) noexcept nogil
    cdef Py_ssize_t _read_plain(self, Text text, Py_ssize_t at, Py_ssize_t end) noexcept nogil
    cdef Py_ssize_t _read_move(self, Text text, Py_ssize_t end, const Token* token) noexcept nogil
    cdef void _play(self, Move move) noexcept nogil
