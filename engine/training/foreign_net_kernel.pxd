# The vector loops of foreign_net.h.
from engine.rules.types cimport i16

cdef extern from "foreign_net.h" nogil:
    void foreign_add(i16* values, const i16* row, int count)
    void foreign_drop(i16* values, const i16* row, int count)
    void foreign_pairs(i16* out, const i16* values, int count)
    int foreign_dot(const i16* a, const i16* b, int count)
