# The checksum of published Syzygy files (see published.py).
from engine.rules.types cimport u8, u32, u64

# What one 256-bit hash keeps between rows.
cdef struct State:
    u64 words[6]
    u64 crcs[5]
    const u8* at
