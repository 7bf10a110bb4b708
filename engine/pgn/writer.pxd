# Games to text.
from engine.game.node cimport Node
from libc.string cimport memcpy

cdef class Movetext:
    cdef object game
    cdef bint sources            # whether the sources of an engine's moves are written
    cdef tuple chunks            # of the game's nodes
    cdef Py_ssize_t size
    cdef list tasks              # what is still to be written, the next last
    cdef str opening             # a bracket that is before the next word
    cdef bint numbered           # the next move needs its number, whoever moves
    cdef str held                # the last word; the brackets that close after it
    cdef char[8] letters         # of the last word, if it is a plain move or number; their number
    cdef int length
    cdef int closing
    cdef int said                # words so far
    cdef list lines
    cdef list words              # of the line that is being set
    cdef char[96] run            # plain words after `words`, and the bytes of them
    cdef int filled
    cdef Py_ssize_t width        # of that line

    cdef Node node(self, Py_ssize_t number)
    cdef object line(self, Node node)
    cdef object plan(self, Node node, tuple variations)
    cdef object move(self, Node node)
    cdef object remark(self, Node node)
    cdef str take_opening(self)
    cdef object say_comment(self, str comment, str opening)
    cdef object say_unread(self, str words)
    cdef object say(self, str word)
    cdef object say_plain(self, const char* letters, int length)
    cdef object number(self, int half_moves)
    cdef object said_more(self)
    cdef object release(self)
    cdef object set(self, str word)
    cdef object set_plain(self)
    cdef object append(self, str word)
    cdef object end_run(self)
    cdef object end_line(self)

cdef str _escaped(str value)
cdef str _tag_name(str name)
cdef list _headers(object game)
cdef bint _may_begin_line(str word)
cdef str _guarded(str words)
cdef int _number(int half_moves, char* out) noexcept nogil
