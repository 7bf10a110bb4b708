# Wins, draws and losses of moves, by position and move: a hash table with open addressing.
from libc.stdint cimport int64_t as i64, uint16_t as u16, uint64_t as u64

cdef struct Count:
    i64 key          # of the position, as SQLite keeps it
    u64 sums         # wins, draws and losses, 21 bits each; 0: the place is free
    u16 move

cdef class MoveCounts:
    cdef Count* counts
    cdef size_t room     # a power of two
    cdef size_t filled

    cdef int _grow(self) except -1
    cdef Count* _place(self, i64 key, u16 move) noexcept
