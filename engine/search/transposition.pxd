# The transposition table: one block of 64-byte buckets, each of four slots of two words.
#
# A slot holds key ^ data and data (Hyatt and Mann's lockless scheme): threads read and write without locks, and a slot torn
# by two writers fails its key check. data = move 16 | score 16 | static evaluation 16 | depth 8 | bound 2, pv 1, age 5.
#
# A large table begins small and grows as a search fills it, by linear hashing (Litwin, 1980): one bucket after another, the last
# first, is split into two. `grown` says in one word how far that is, so that every thread can read it without a lock: how often
# the table has doubled, and the first bucket that is already split for the next time.
from engine.rules.types cimport u64, u8, Move

cdef extern from "words.h" nogil:
    u64 load_word(const u64* word) noexcept
    void store_word(u64* word, u64 value) noexcept

cdef enum:
    BOUND_NONE = 0
    BOUND_UPPER = 1
    BOUND_LOWER = 2
    BOUND_EXACT = 3
    SLOTS = 4
    AGE_CYCLE = 32
    FIRST_MB = 16           # a new table has at least half of this in use, or all that it may have
    DOUBLED_SHIFT = 40      # of `grown`: the split bucket is below it, the number of doublings above
    DEPTH_OFFSET = 8        # stored depth = depth + 8, so that quiescence depths fit in 8 bits
    DEPTH_UNSEARCHED = -4   # an entry that holds only an evaluation or a standing-pat bound

cdef struct Slot:
    u64 check               # key ^ data
    u64 data

cdef struct Bucket:
    Slot slots[SLOTS]

cdef struct Table:
    Bucket* buckets
    u64 first               # buckets of a new table
    u64 count               # buckets of a full-grown one: first * 2^n
    u64 grown
    u64 grown_nodes         # nodes of the search when it last grew
    u8 age
    bint seen               # whether a search may have stored something

cdef struct Hit:            # an entry, unpacked; scores still relative to the node
    Move move
    int score               # SCORE_NONE if only an evaluation was stored
    int evaluation          # SCORE_NONE in check
    int depth
    int bound
    bint was_pv

cdef inline Bucket* bucket_of(const Table* table, u64 key) noexcept nogil:
    # The upper half of the key selects the bucket by multiplication, for any number of buckets up to 2^31.
    cdef u64 grown = load_word(&table.grown)
    cdef u64 buckets = table.first << (grown >> DOUBLED_SHIFT)
    cdef u64 index = ((key >> 32) * buckets) >> 32
    if index >= (grown & ((<u64>1 << DOUBLED_SHIFT) - 1)):
        index = ((key >> 32) * (buckets << 1)) >> 32
    return &table.buckets[index]

cdef bint table_allocate(Table* table, u64 megabytes) noexcept nogil    # False: no memory, table unchanged
cdef void table_release(Table* table) noexcept nogil
cdef void table_grow(Table* table, u64 nodes, int threads) noexcept nogil
cdef void table_touch(Table* table) noexcept nogil
cdef void table_clear(Table* table) noexcept nogil
cdef void table_next_search(Table* table) noexcept nogil
cdef bint table_probe(const Table* table, u64 key, int ply, Hit* hit) noexcept nogil
cdef void table_store(Table* table, u64 key, int ply, Move move, int score, int evaluation, int depth, int bound, bint pv) noexcept nogil
cdef int table_permille(const Table* table) noexcept nogil
