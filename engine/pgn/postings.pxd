# Which games reached which position: sorted entries in packed blocks.
from engine.rules.types cimport u8, u16, u32, u64

cdef struct Entry:
    u64 key          # of the position, sign bit flipped so that unsigned order is SQLite's signed order
    u32 game
    u16 move         # played in it, 0 where the game ended

# What a collection keeps in memory of each game: 16 bytes.
cdef struct Traits:
    u64 material     # at the end, as MainLine.material
    u16 elo          # average of the two, 0 unknown
    u16 year         # 0 unknown
    u8 result        # RESULT_...
    u8 unused[3]

# What a collection says of one move.
cdef struct Tally:
    long long games
    long long results[6]     # by RESULT_...
    long long elos
    long long rated
    u32 top[5]               # the games with the highest Elo, best first
    int top_elos[5]
    int filled
    int last_year
    u16 move

cdef class PostingsBuilder:
    cdef Entry* entries
    cdef size_t count
    cdef size_t room

# Not for other modules.
cdef bint _sort(Entry* entries, size_t count) noexcept nogil
cdef size_t _unique(Entry* entries, size_t count) noexcept nogil
cdef void _count(Tally* total, u32 game, Traits* traits) noexcept nogil
