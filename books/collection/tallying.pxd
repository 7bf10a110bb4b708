# What a collection says of one move.
from books.collection.traits cimport Traits
from engine.rules.types cimport u16, u32

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

# Not for other modules.
cdef void _count(Tally* total, u32 game, Traits* traits) noexcept nogil
