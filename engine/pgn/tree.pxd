# Whole games, with everything in them.
from engine.game.node cimport Node
from engine.pgn.blocks cimport BlockReader, Snapshot
from engine.pgn.node_additions cimport NodeAdditions
from engine.pgn.quick cimport Plain
from engine.pgn.text.marks cimport Text
from engine.pgn.text.scan cimport Span
from engine.pgn.text.tokens cimport Token
from engine.rules.types cimport Move

cdef enum:
    DEEPEST_VARIATION = 6000  # deeper ones stay text

# A line of play that waits while a variation of its last move is read.
cdef struct Branch:
    Snapshot snapshot
    bint moved
    int plies
    int further              # brackets that opened before a move of the variation: alternatives to come

cdef class TreeReader(BlockReader):
    cdef Branch* branches
    cdef Plain plain           # the last plain move
    cdef bint stale            # it is played on the pieces alone: `_refresh` before other use of the position
    cdef int room              # how many branches there is memory for
    cdef int depth
    cdef bint moved            # a move of the current line has been read
    cdef bint varied           # a variation was closed since the last move
    cdef int plies             # of the current line, from the root
    cdef int result_code              # the result of the movetext so far
    cdef bint both_lose
    cdef bint readable         # the start position could be set up
    cdef Py_ssize_t number_at  # offset of the move number before the token, -1 if none
    cdef Node node             # the last one of the current line
    cdef Node parent           # of `node`
    cdef list waiting          # (node, parent, before, nags) of the branches
    cdef list before           # comments that belong to the next move, None if there are none
    cdef list nags             # NAGs that belong to the next move, None if there are none
    cdef NodeAdditions additions         # adds to the nodes
    cdef list escapes
    cdef list nodes            # of the game so far; their places are their ids

    cdef void _begin_line(self, Node root)
    cdef Py_ssize_t _read_escapes(self, Text text, Py_ssize_t at, Py_ssize_t end) except -2
    cdef object _read_movetext(self, Text text, Py_ssize_t at, Py_ssize_t end)
    cdef Py_ssize_t _read_token(self, Text text, Py_ssize_t end, const Token* token) except -2
    cdef Py_ssize_t _read_move(self, Text text, Py_ssize_t end, const Token* token) except -2
    cdef Py_ssize_t _read_plain(self, Text text, Py_ssize_t at, Py_ssize_t end) except -2
    cdef void _refresh(self) noexcept nogil
    cdef object _add(self, Move move)
    cdef object _link(self, Node node)
    cdef object _comment(self, str comment)
    cdef object _settle(self)
    cdef object _pass_result(self, Text text)
    cdef Py_ssize_t _open(self, Text text, Py_ssize_t end, const Token* token) except -2
    cdef object _close(self)
    cdef object _branch(self, int further)
    cdef Py_ssize_t _keep_rest(self, Text text, Py_ssize_t start, Py_ssize_t end) except -2
