# A move of a game with what is said about it. Only readers that are still building a tree set fields.
from engine.rules.types cimport Move, u64
from libc.string cimport memcpy

cdef enum:
    MOST_SAN = 8             # characters of a move in SAN: Qa1xb2+ and exd8=Q+ have seven


cdef class Node:
    cdef readonly int id
    cdef readonly int parent
    cdef readonly int ply
    cdef readonly int half_moves
    cdef readonly u64 key
    cdef readonly Move move
    cdef bint chess960       # castling is written as king takes rook
    cdef str written_uci     # None until it is asked for
    cdef char[8] letters     # of its SAN: no text is made until one is asked for
    cdef int length
    cdef readonly tuple children
    cdef readonly tuple comments
    cdef readonly tuple before
    cdef readonly tuple nags
    cdef readonly str unread
    cdef object known        # MoveNotes of the comments once they were asked for, otherwise None

cdef str uci_of(Move move, bint chess960)

cdef inline void set_san(Node node, const char* san, int length) noexcept:
    """Sets the move in SAN of a node that is being made."""
    node.length = length
    memcpy(&node.letters[0], san, length)
