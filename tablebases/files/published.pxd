# The checksum of published Syzygy files (see published.py).
from engine.rules.types cimport u8, u32, u64

# What one 256-bit hash keeps between rows.
cdef struct State:
    u64 words[6]
    u64 crcs[5]
    const u8* at

# Not for other modules.
cdef void _mix_row(State* state, bint odd) noexcept nogil
cdef void _hash_256(const u8* data, u64 length, u64 seed, u64* out) noexcept nogil
cdef void _finish(State* state, u64* out) noexcept nogil
cdef void _hash_128(const u8* data, int length, u64* out) noexcept nogil
