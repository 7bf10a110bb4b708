# Finds the beginnings and ends of games and comments in a block of bytes.
from engine.pgn.text.marks cimport Text
from engine.pgn.text.marks cimport Tag

cdef enum:
    MAX_GAME_BYTES = 16777216    # one game is read up to 16 MB; what follows is taken for junk
    RESCUE_WINDOW = 65536        # bytes after a possible game start in which the end of an open comment is looked for
    FIRST_WINDOW = 512           # of a comment that is looked through at first; then twice as much each time

cdef enum:                       # answers of next_game
    NO_GAME = 0                  # only blanks, escapes or junk are left
    GAME_FOUND = 1
    MORE_NEEDED = 2              # the block ends before it is sure where the game ends

# One game: prelude <= start <= movetext <= end. The spans of a file tile it without a gap.
cdef struct Span:
    Py_ssize_t prelude           # offset of the text before the game: junk, escapes
    Py_ssize_t start             # first tag, or the movetext where there is none
    Py_ssize_t movetext
    Py_ssize_t end
    bint tagged
    Py_ssize_t junk              # the prelude's first text that is neither blank nor escape nor comment; -1 if none
    Py_ssize_t refused           # results that end up to here have moves after them
    bint starved                 # a decision was taken by reaching the end of the block

cdef unsigned char STOPS[256]    # what the walk over movetext must look at; 0 is stepped over

cdef Py_ssize_t comment_end(Text text, Py_ssize_t at, Py_ssize_t end, Span* span) noexcept nogil
cdef int next_game(Text text, Py_ssize_t at, Py_ssize_t end, bint last_block, Span* span) noexcept nogil

# Not for other modules.
cdef bint _tag_at(Text text, Py_ssize_t at, Py_ssize_t end, Span* span) noexcept nogil
cdef bint _is_event(Text text, Tag* tag) noexcept nogil
cdef Py_ssize_t _find_game_start(Text text, Py_ssize_t floor, Py_ssize_t at, Py_ssize_t stop, Py_ssize_t end, Span* span) noexcept nogil
cdef int _number_at(Text text, Py_ssize_t at, Py_ssize_t end) noexcept nogil
cdef bint _movetext_at(Text text, Py_ssize_t at, Py_ssize_t end) noexcept nogil
cdef Py_ssize_t _last_bracket(Text text, Py_ssize_t at, Py_ssize_t end) noexcept nogil
cdef bint _find_start(Text text, Py_ssize_t at, Py_ssize_t end, Span* span) noexcept nogil
cdef Py_ssize_t _after_result(Text text, Py_ssize_t at, Py_ssize_t end, Span* span) noexcept nogil
cdef Py_ssize_t _result_around(Text text, Py_ssize_t at, Py_ssize_t floor, Py_ssize_t end) noexcept nogil
cdef bint _after_empty_line(Text text, Py_ssize_t floor, Py_ssize_t at) noexcept nogil
cdef Py_ssize_t _first_text(Text text, Py_ssize_t at, Py_ssize_t end, Span* span) noexcept nogil
cdef bint _has_fen(Text text, const Span* span) noexcept nogil
cdef bint _is_first_move(Text text, Py_ssize_t at, Py_ssize_t end, Span* span) noexcept nogil
cdef Py_ssize_t _find_end(Text text, Py_ssize_t at, Py_ssize_t end, Span* span) noexcept nogil
