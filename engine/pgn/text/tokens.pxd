# The movetext in tokens. Offsets into the block that scan.pxd found the game in.
from engine.pgn.text.marks cimport Text

cdef enum:
    TOKEN_END = 0
    TOKEN_MOVE = 1        # anything that may be a move; the resolver decides
    TOKEN_NULL = 2        # a null move
    TOKEN_NUMBER = 3      # value: the number
    TOKEN_NAG = 4         # value: 0-255
    TOKEN_COMMENT = 5     # start, length: without the braces, blanks trimmed
    TOKEN_OPEN_COMMENT = 6   # the same, but the closing brace is missing
    TOKEN_OPEN = 7        # (
    TOKEN_CLOSE = 8       # )
    TOKEN_RESULT = 9      # value: RESULT_...
    TOKEN_ESCAPE = 10     # a % line
    TOKEN_NOISE = 11      # separate check marks and "e.p."; nothing is lost by dropping them
    TOKEN_JUNK = 12       # anything else

cdef struct Token:
    int kind
    int value
    Py_ssize_t start
    Py_ssize_t length
    Py_ssize_t end        # after the whole token

cdef void next_token(Text text, Py_ssize_t at, Py_ssize_t end, Token* token) noexcept nogil
cdef Py_ssize_t time_in_brackets(Text text, Py_ssize_t at, Py_ssize_t end) noexcept nogil
cdef Py_ssize_t close_of_variation(Text text, Py_ssize_t at, Py_ssize_t end) noexcept nogil   # `at`: after the "("; offset after its ")", -1 without one
cdef Py_ssize_t rest_of_line(Text text, Py_ssize_t at, Py_ssize_t end, bint variation) noexcept nogil
cdef int symbol_nag(Text text, Py_ssize_t at, Py_ssize_t length) noexcept nogil   # "!?" and the like; -1 otherwise

cdef int SYMBOL_COUNT
cdef unsigned char SYMBOL_TEXT[64][4]
cdef int SYMBOL_LENGTH[64]
cdef int SYMBOL_NAG[64]

# Not for other modules.
cdef Py_ssize_t _move_run(Text text, Py_ssize_t at, Py_ssize_t end) noexcept nogil
cdef int _word(Text text, Py_ssize_t at, Py_ssize_t length) noexcept nogil
cdef void _comment(Text text, Py_ssize_t at, Py_ssize_t end, Token* token) noexcept nogil
cdef void _trim(Text text, Py_ssize_t at, Py_ssize_t stop, Token* token) noexcept nogil
cdef void _nag(Text text, Py_ssize_t at, Py_ssize_t end, Token* token) noexcept nogil
cdef void _digits(Text text, Py_ssize_t at, Py_ssize_t end, Token* token) noexcept nogil
cdef void _symbol(Text text, Py_ssize_t at, Py_ssize_t end, Token* token) noexcept nogil
cdef void _run(Text text, Py_ssize_t at, Py_ssize_t end, Token* token) noexcept nogil
