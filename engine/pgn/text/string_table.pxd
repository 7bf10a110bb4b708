# Every different text once, found by its bytes, without Python: places count from 0.
from engine.pgn.text.marks cimport Text
from engine.rules.types cimport u32, u64

cdef struct Kept:
    u64 hash
    size_t start                 # in the arena
    u32 length
    bint escaped                 # as Tag.escaped where the text was first met

cdef struct Intern:
    Kept* kept
    size_t count
    size_t room
    u32* slots                   # open addressing; a place + 1, 0 is free
    size_t slot_count            # a power of two, more than count * 4 / 3
    unsigned char* arena
    size_t used
    size_t arena_room

cdef bint intern_open(Intern* intern) noexcept nogil
cdef void intern_close(Intern* intern) noexcept nogil
cdef long long intern_place(Intern* intern, Text text, Py_ssize_t length, bint escaped) noexcept nogil

# Not for other modules.
cdef u64 _hash(Text text, Py_ssize_t length) noexcept nogil
cdef void _take_slot(Intern* intern, u64 hashed, u32 mark) noexcept nogil
cdef bint _make_room(Intern* intern, Py_ssize_t length) noexcept nogil
cdef bint _double_slots(Intern* intern) noexcept nogil
