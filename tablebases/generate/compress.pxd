# Values to symbols, symbols to bits (see compress.py).
from engine.rules.types cimport u8, u16, u32, u64

cdef enum:
    MAX_SYMBOLS = 4095
    MAX_EXPANSION = 256
    MIN_PAIR_COUNT = 8

cdef struct Pair:
    u32 count
    u16 first
    u16 second

# The symbols of one sub-table and the sequence written with them.
cdef struct Grammar:
    u16* sequence
    u64 length
    int symbols
    int leaves
    u16 left[4096]
    u16 right[4096]       # LEAF for a value
    u16 expanded[4096]

# Not for other modules.
cdef void _choose_results(unsigned char* allowed, u64 size, u16* sequence) noexcept nogil
cdef void _choose_distances(u16* stored, u64 size, u16* sequence) noexcept nogil
cdef void _make_leaves(Grammar* grammar) noexcept nogil
cdef u64 _count_pairs(Grammar* grammar, u32* counts, Pair* found, u64 room) noexcept nogil
cdef int _accept_pairs(Grammar* grammar, Pair* found, u64 listed, u32* symbol_of) noexcept nogil
cdef void _replace(Grammar* grammar, u32* symbol_of) noexcept nogil
cdef bint _pair_up(Grammar* grammar) noexcept nogil
cdef u64 _fill_blocks(Grammar* grammar, unsigned char* lengths, u32* codes, int block_bits, unsigned char* data, u16* sizes) noexcept nogil
