# The tables of some signatures (see prober.py).
from tablebases.probe.lookup cimport Probing, Slot
from tablebases.probe.pairs cimport Table
from tablebases.probe.placement cimport Placement

cdef int from_board(object board, Placement* placement) except -1

cdef class Prober:
    cdef Probing probing
    cdef Slot* slots
    cdef int count
    cdef list names
    cdef list kept
    cdef list retired
    cdef object reader
    cdef object lock
    cdef int _read(self, int number, int kind) except? -1
    cdef int _parse(self, Table* table, tuple found, str name, bint is_dtz) except? -1

# Not for other modules.
cdef void _read_table(void* owner, int number, int kind) noexcept nogil
cdef void _retire_table(void* owner, int number, int kind) noexcept nogil
cdef void _capsule_gone(object capsule) noexcept
