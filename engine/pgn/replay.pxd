# A game that is played over.
from engine.rules.position cimport Position
from engine.rules.types cimport Move

cdef class Replay:
    cdef Position position
    cdef bytes moves
    cdef Py_ssize_t count    # plies
    cdef Py_ssize_t ply

    cdef Move _move(self) noexcept
    cdef bint _go_on(self) noexcept
