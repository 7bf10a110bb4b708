# Where games, tags and comments begin and end, in a block of bytes.
from engine.core.types cimport u8

ctypedef const unsigned char* Text

cdef enum:
    MAX_GAME_BYTES = 16777216    # one game is read up to 16 MB; what follows is taken for junk
    RESCUE_WINDOW = 65536        # how far behind a possible game start the end of an open comment is looked for

cdef enum:                       # answers of next_game
    NO_GAME = 0                  # only blanks, escapes or junk are left
    GAME_FOUND = 1
    MORE_NEEDED = 2              # the block ends before it is sure where the game ends

cdef enum:                       # states of a tag
    TAG_GOOD = 0
    TAG_OPEN_QUOTE = 1           # the value runs to the end of its line
    TAG_MALFORMED = 2            # a line in brackets that is no tag; start and end say where

cdef enum:                       # results, as written in the movetext
    RESULT_NONE = 0
    RESULT_WHITE = 1
    RESULT_BLACK = 2
    RESULT_DRAW = 3
    RESULT_OPEN = 4
    RESULT_BOTH_LOSE = 5         # 0-0; only where it cannot be castling

# One game: prelude <= start <= movetext <= end. The spans of a file tile it without a gap.
cdef struct Span:
    Py_ssize_t prelude           # what stands before the game: junk, escapes
    Py_ssize_t start             # first tag, or the movetext where there is none
    Py_ssize_t movetext
    Py_ssize_t end
    bint tagged
    bint junk                    # the prelude holds text that is neither blank nor escape nor comment
    bint starved                 # a decision was taken by reaching the end of the block

cdef struct Tag:
    Py_ssize_t start             # of the bracket
    Py_ssize_t name
    Py_ssize_t name_length
    Py_ssize_t value
    Py_ssize_t value_length
    Py_ssize_t end               # behind the closing bracket
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
cdef Py_ssize_t comment_end(Text text, Py_ssize_t at, Py_ssize_t end, Span* span) noexcept nogil
cdef int result_at(Text text, Py_ssize_t at, Py_ssize_t end, Py_ssize_t* behind) noexcept nogil
cdef bint looks_like_move(Text text, Py_ssize_t at, Py_ssize_t end) noexcept nogil
cdef bint next_tag(Text text, Py_ssize_t at, Py_ssize_t end, Tag* tag) noexcept nogil
cdef int next_game(Text text, Py_ssize_t at, Py_ssize_t end, bint last_block, Span* span) noexcept nogil
