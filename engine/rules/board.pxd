from engine.rules.position cimport Position

cdef class CoreBoard:
    cdef Position position
    cdef public bint chess960
