# A move of a game with what is said about it.
from engine.rules.types cimport Move


cdef class Node:
    cdef public str uci
    cdef public str san
    cdef public tuple comments
    cdef public tuple before
    cdef public tuple nags
    cdef public tuple children
    cdef public str unread

cdef str uci_of(Move move, bint chess960)
