# The marks of a PGN file: white space, line ends, escapes, tags, results.
from engine.rules.types cimport u8

ctypedef const unsigned char* Text

cdef enum:                       # states of a tag
    TAG_GOOD = 0
    TAG_OPEN_QUOTE = 1           # the value runs to the end of its line
    TAG_MALFORMED = 2            # a line in brackets that is not a tag, from start to end
    TAG_TEXT = 3                 # another line of text; value and value_length too
    TAG_COMMENT = 4              # value: without the braces
    TAG_OPEN_COMMENT = 5         # a brace that nothing closes

cdef enum:
    MOST_LINES = 8               # of a value that is wrapped

cdef enum:                       # results, as written in the movetext
    RESULT_NONE = 0
    RESULT_WHITE = 1
    RESULT_BLACK = 2
    RESULT_DRAW = 3
    RESULT_OPEN = 4
    RESULT_BOTH_LOSE = 5         # 0-0; only if it cannot be castling
    RESULT_UNEVEN = 6            # half a point for one side only: written as `*`, or as the tag has it

cdef struct Tag:
    Py_ssize_t start             # of the bracket
    Py_ssize_t name
    Py_ssize_t name_length
    Py_ssize_t value
    Py_ssize_t value_length
    Py_ssize_t end               # after the closing bracket
    bint escaped                 # the value holds backslashes that mean something
    int state

cdef inline bint is_break(u8 c) noexcept nogil:
    return c == 10 or c == 13

cdef inline bint is_digit(u8 c) noexcept nogil:
    return 48 <= c <= 57

cdef inline bint is_letter(u8 c) noexcept nogil:
    return 97 <= (c | 32) <= 122

cdef int blank_length(Text text, Py_ssize_t at, Py_ssize_t end) noexcept nogil
cdef Py_ssize_t skip_blank(Text text, Py_ssize_t at, Py_ssize_t end) noexcept nogil
cdef Py_ssize_t line_end(Text text, Py_ssize_t at, Py_ssize_t end) noexcept nogil
cdef Py_ssize_t count_lines(Text text, Py_ssize_t at, Py_ssize_t end) noexcept nogil
cdef bint first_on_line(Text text, Py_ssize_t at, Py_ssize_t floor) noexcept nogil
cdef bint escape_at(Text text, Py_ssize_t at, Py_ssize_t floor) noexcept nogil
cdef Py_ssize_t name_at(Text text, Py_ssize_t at, Py_ssize_t end, Tag* tag) noexcept nogil
cdef Py_ssize_t after_blanks(Text text, Py_ssize_t at, Py_ssize_t end) noexcept nogil   # spaces and tabs
cdef void read_value(Text text, Py_ssize_t at, Py_ssize_t end, Tag* tag) noexcept nogil   # `at`: after the quote

cdef inline bint may_precede_result(u8 c) noexcept nogil:   # not in the middle of a number, a date or a word
    return c < 0x80 and not is_digit(c) and not is_letter(c) and c != 0x2D and c != 0x2F

cdef Py_ssize_t after_points(Text text, Py_ssize_t at, Py_ssize_t end) noexcept nogil
cdef int dash_length(Text text, Py_ssize_t at, Py_ssize_t end) noexcept nogil
cdef bint is_both_lose(Text text, Py_ssize_t length) noexcept nogil
cdef int result_at(Text text, Py_ssize_t at, Py_ssize_t end, Py_ssize_t* behind) noexcept nogil
cdef Py_ssize_t result_start(Text text, Py_ssize_t at, Py_ssize_t floor) noexcept nogil

# Not for other modules.
cdef bint _closes_line(Text text, Py_ssize_t at, Py_ssize_t end) noexcept nogil
cdef bint _has_later_end(Text text, Py_ssize_t at, Py_ssize_t end) noexcept nogil
cdef Py_ssize_t _wrapped_end(Text text, Py_ssize_t at, Py_ssize_t end) noexcept nogil
cdef Py_ssize_t _after_separator(Text text, Py_ssize_t at, Py_ssize_t end) noexcept nogil
cdef int _half_length(Text text, Py_ssize_t at, Py_ssize_t end) noexcept nogil
cdef int _score_at(Text text, Py_ssize_t at, Py_ssize_t end, Py_ssize_t* behind) noexcept nogil
