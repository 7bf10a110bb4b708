# The tag section of a game: its end and its contents.
from engine.pgn.text.marks cimport Tag, Text
from engine.rules.types cimport u8

cdef enum:
    UNCLOSED = -1                # of a comment: tags or moves begin before it ends
    ENDLESS = -2                 # no brace closes it

# Reads what follows blanks, `%` and `;` lines inside a section: a tag, a comment, or a line of text; tag.state says which.
cdef bint next_item(Text text, Py_ssize_t at, Py_ssize_t end, Tag* tag) noexcept nogil
cdef Py_ssize_t section_end(Text text, Py_ssize_t at, Py_ssize_t end, bint* starved) noexcept nogil
cdef bint begins_movetext(Text text, Py_ssize_t at, Py_ssize_t end) noexcept nogil   # of a line
cdef bint may_be_move(Text text, Py_ssize_t at, Py_ssize_t end) noexcept nogil   # of what follows a move number
cdef bint has_empty_line(Text text, Py_ssize_t at, Py_ssize_t end) noexcept nogil
cdef bint looks_like_move(Text text, Py_ssize_t at, Py_ssize_t end) noexcept nogil

# Not for other modules.
cdef Py_ssize_t _comment_end(Text text, Py_ssize_t at, Py_ssize_t end) noexcept nogil
cdef bint _interrupts(Text text, Py_ssize_t line, Py_ssize_t at, Py_ssize_t end) noexcept nogil
cdef bint _guards_text(Text text, const Tag* comment, Py_ssize_t end) noexcept nogil
cdef bint _is_name(Text text, const Tag* tag, const Tag* other) noexcept nogil
cdef bint _is_bullet(Text text, Py_ssize_t at, Py_ssize_t end) noexcept nogil
cdef bint _is_move(Text text, Py_ssize_t at, Py_ssize_t end) noexcept nogil
cdef bint _is_numbered(Text text, Py_ssize_t at, Py_ssize_t end) noexcept nogil
cdef bint _is_null(Text text, Py_ssize_t at, Py_ssize_t end) noexcept nogil
