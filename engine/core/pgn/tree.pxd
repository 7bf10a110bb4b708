# Whole games, with everything in them.
from engine.core.pgn.blocks cimport BlockReader
from engine.core.pgn.marks cimport Text
from engine.core.pgn.scan cimport Span
from engine.core.pgn.tokens cimport Token
from engine.core.position cimport MAX_STATES, Position, State
from engine.core.types cimport Move

cdef enum:
    DEEPEST_VARIATION = 200   # deeper ones are kept as text

cdef class Node:
    cdef public str uci
    cdef public str san
    cdef public list comments
    cdef public list before
    cdef public list nags
    cdef public list children
    cdef public str unread

# The board without its history: everything of a Position but the states, and the last two of those.
cdef struct Snapshot:
    char board[512]
    State states[2]
    int top

# A line of play that waits while a variation of its last move is read.
cdef struct Branch:
    Snapshot snapshot
    bint moved
    int plies
    int further              # brackets that opened before a move of the variation: alternatives to come

cdef class TreeReader(BlockReader):
    cdef Branch* branches      # DEEPEST_VARIATION of them
    cdef int depth
    cdef bint moved            # a move of the current line has been read
    cdef bint varied           # a variation was closed since the last move
    cdef int plies             # of the current line, from the root
    cdef int told
    cdef bint both_lose
    cdef Py_ssize_t number_at  # where the move number before the token stands, -1 if none
    cdef Node node             # the last one of the current line
    cdef Node parent           # of `node`
    cdef list waiting          # (node, parent, before, nags) of the branches
    cdef list before           # comments that belong to the next move
    cdef list nags             # NAGs that belong to the next move
    cdef list escapes
    cdef list remarks          # `;` lines between tags

    cdef dict _tags(self, Text text, Span* span, list repeated)
    cdef void _begin_line(self, Node root)
    cdef object _read_movetext(self, Text text, Py_ssize_t at, Py_ssize_t end)
    cdef Py_ssize_t _read_token(self, Text text, Py_ssize_t end, const Token* token) except -2
    cdef Py_ssize_t _read_move(self, Text text, Py_ssize_t end, const Token* token) except -2
    cdef object _add(self, Move move)
    cdef object _comment(self, str comment)
    cdef Py_ssize_t _open(self, Text text, Py_ssize_t end, const Token* token) except -2
    cdef object _close(self)
    cdef object _branch(self, int further)
    cdef object _keep_lines(self, str gap)
    cdef Py_ssize_t _keep_rest(self, Text text, Py_ssize_t start, Py_ssize_t end) except -2
