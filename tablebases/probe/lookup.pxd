# Finds a position's table and entry (see lookup.py).
from engine.rules.types cimport u64
from tablebases.probe.pairs cimport Table
from tablebases.probe.placement cimport Placement
from tablebases.probe.pairs cimport Pairs

cdef enum:
    UNKNOWN = 100           # no sound table answers; equals the search's WDL_UNKNOWN
    NODE_BITS = 13
    NOT_STORED = -2         # the DTZ table holds the other side to move

cdef enum:                  # which of a signature's two files
    WDL_FILE = 0
    DTZ_FILE = 1

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

# What the look-up asks its owner for; both take the GIL.
ctypedef void (*OwnerCall)(void* owner, int number, int kind) noexcept nogil

cdef struct Probing:
    Node* nodes
    void* owner             # the Prober
    OwnerCall read          # a table is needed for the first time
    OwnerCall retire        # a damaged block was met

cdef Node* find_node(Probing* probing, u64 key) noexcept nogil                       # its slot is NULL where there is none
cdef int stored_wdl(Probing* probing, const Placement* position) noexcept nogil       # -2..2 or UNKNOWN; a lower bound where captures exist
cdef int stored_dtz(Probing* probing, const Placement* position, int wdl) noexcept nogil   # plies, NOT_STORED or DAMAGED

# Not for other modules.
cdef Table* _table(Probing* probing, Slot* slot, int kind) noexcept nogil
cdef void _retire(Probing* probing, Slot* slot, int kind) noexcept nogil
cdef u64 _index_in(Table* table, const Placement* position, bint flipped, int side, Pairs** found) noexcept nogil
cdef int _plies(const Pairs* pairs, int value, int wdl) noexcept nogil
