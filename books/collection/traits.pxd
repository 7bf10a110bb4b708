# What a collection knows of its games without asking the file.
from engine.rules.types cimport u8, u16, u32, u64

# Of each game, 16 bytes.
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

# Not for other modules.
cdef void _count(Tally* total, u32 game, Traits* traits) noexcept nogil
