# The prober: results and distances of positions, from any thread, without the GIL (see probe.py).
from engine.core.position cimport Position
from engine.core.types cimport u64
from tablebases.pairs cimport Table
from tablebases.placement cimport Placement

cdef enum:
    UNKNOWN = 100           # no sound table answers; equals the search's WDL_UNKNOWN
    NODE_BITS = 13

cdef enum:                  # states of a table
    ABSENT = 0
    UNREAD = 1
    READY = 2

# What is known of one signature.
cdef struct Slot:
    Table* tables[2]        # WDL, DTZ
    int states[2]
    int number

# Finds a slot by material; each signature that is not symmetric has two nodes, the second with colours exchanged.
cdef struct Node:
    u64 key
    Slot* slot
    int flipped

cdef struct Probing:
    Node* nodes
    void* owner             # the Prober, for the GIL-holding part

cdef int probe_wdl(Probing* probing, const Placement* position) noexcept nogil
cdef int probe_dtz(Probing* probing, const Placement* position, bint* known) noexcept nogil
cdef int probe_wdl_core(const Position* position, void* probing) noexcept nogil    # a WdlProbe of the search

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
