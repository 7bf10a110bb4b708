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

cdef enum:
    OFTEN = 16               # games of one run from which on a position keeps its moves
    MOST_IN_BUCKET = 7       # entries, on average
    BLOCK_BITS = 12          # of the buckets of a block
    STRIDE = 32              # buckets from one place in the table of a block to the next
    TAG_BITS = 24            # of the key, below those of the bucket
    HEADER = 4               # bytes

# Bits that are written, and bits that are read; `at` counts bits.
cdef struct Sink:
    u8* data                 # zero where nothing was written
    size_t size              # bytes
    size_t at

cdef struct Source:
    const u8* data
    size_t size              # bits
    size_t at
    bint broken

cdef class PostingsBuilder:
    cdef Entry* entries
    cdef size_t count
    cdef size_t room

    cdef bytes _packed(self, size_t start, size_t stop, u64 first, int bits, u32 base)
    cdef void _put_bucket(self, Sink* sink, size_t start, size_t stop, int bits, int rice, u32 base) noexcept

# Not for other modules.
cdef bint _sort(Entry* entries, size_t count) noexcept nogil
cdef size_t _unique(Entry* entries, size_t count) noexcept nogil
cdef size_t _end_of_key(const Entry* entries, size_t at, size_t stop) noexcept nogil
cdef size_t _insert(Entry* entries, size_t start, size_t stop, Entry entry) noexcept nogil
cdef void _put_often(Sink* sink, const Entry* entries, size_t count, int bits, u32 base) noexcept nogil
cdef int _place_of(const u16* moves, int known, u16 move) noexcept nogil
cdef int _width_of(u64 known) noexcept nogil
cdef int _rice_of(u32 span, size_t count) noexcept nogil
cdef void _put(Sink* sink, u64 value, int width) noexcept nogil
cdef void _put_rice(Sink* sink, u32 value, int rice) noexcept nogil
cdef void _put_number(Sink* sink, u64 value) noexcept nogil
cdef u64 _get(Source* source, int width) noexcept nogil
cdef u32 _get_ones(Source* source) noexcept nogil
cdef u64 _get_rice(Source* source, int rice) noexcept nogil
cdef u64 _get_number(Source* source) noexcept nogil
cdef object _get_often(Source* source, u64 tag, u32 base, list found)
cdef object _get_games(Source* source, int rice, u32 base, bint wanted)
cdef void _count(Tally* total, u32 game, Traits* traits) noexcept nogil
