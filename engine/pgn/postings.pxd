# Which games reached which position: sorted entries in packed blocks.
from engine.rules.types cimport u8, u16, u32, u64

cdef struct Entry:
    u64 key          # of the position, sign bit flipped so that unsigned order is SQLite's signed order
    u32 game
    u16 move         # played in it, 0 if the game ended

cdef enum:
    OFTEN = 16               # games of one run from which on a position keeps its moves
    MOST_IN_BUCKET = 7       # entries, on average
    BLOCK_BITS = 12          # of the buckets of a block
    STRIDE = 32              # buckets from one place in the table of a block to the next
    TAG_BITS = 24            # of the key, below those of the bucket
    HEADER = 4               # bytes
    PARTS = 256              # by the highest 8 bits of the key; each is sorted inside the processor's cache
    PART_SHIFT = 56
    DIGIT_SHIFT = 44
    ROOM = 8192              # entries of a part at first: pages that are not used cost nothing
    FEW = 24                 # entries that are sorted one by one

cdef struct Part:
    Entry* entries
    size_t count
    size_t room

# Bits that are written, and bits that are read; `at` counts bits.
cdef struct Sink:
    u8* data
    size_t size              # bytes
    size_t at
    u64 held                 # the bits of the byte at hand, zeros above them

cdef struct Source:
    const u8* data
    size_t size              # bits
    size_t at
    bint broken

cdef class PostingsBuilder:
    cdef Part parts[256]
    cdef Entry* spare        # for sorting, and for the entries of one block
    cdef size_t room         # of `spare`

    cdef bint put(self, u32 game, const u64* keys, const u16* moves, size_t count, size_t plies) noexcept nogil
    cpdef void forget(self) noexcept
    cdef size_t _gather(self, int* part, size_t* at, u64 first, int shift) noexcept nogil
    cdef bint _sort(self, Part* part) noexcept nogil
    cdef bytes _packed(self, size_t start, size_t stop, u64 first, int bits, u32 base)
    cdef void _put_bucket(self, Sink* sink, size_t start, size_t stop, int bits, int rice, u32 base) noexcept

# Not for other modules.
cdef bint _grow(Entry** entries, size_t* room) noexcept nogil
cdef void _renumber(Part* part, const u32* numbers) noexcept nogil
cdef void _put_in_order(Entry* entries, Entry* spare, size_t count) noexcept nogil
cdef size_t _end_of_key(const Entry* entries, size_t at, size_t stop) noexcept nogil
cdef size_t _insert(u32* games, size_t count, u32 game) noexcept nogil
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
