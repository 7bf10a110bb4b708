from engine.core.position cimport Position

cdef class CoreBoard:
    cdef Position position
    cdef public bint chess960
