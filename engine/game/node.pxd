# A move of a game with what is said about it. Only readers that are still building a tree set fields.
from engine.rules.types cimport Move, u64


cdef class Node:
    cdef readonly int id
    cdef readonly int parent
    cdef readonly int ply
    cdef readonly int half_moves
    cdef readonly u64 key
    cdef readonly Move move
    cdef readonly str uci
    cdef readonly str san
    cdef readonly tuple children
    cdef readonly tuple comments
    cdef readonly tuple before
    cdef readonly tuple nags
    cdef readonly str unread
    cdef object known        # MoveNotes of the comments once they were asked for, otherwise None

cdef str uci_of(Move move, bint chess960)
