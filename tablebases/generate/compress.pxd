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
