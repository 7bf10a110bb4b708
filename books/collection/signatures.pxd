# The signatures of games, sorted.
cdef enum:
    SIGNATURE_BYTES = 8
    ENTRY_BYTES = 12         # a signature and the number of its game

cdef struct Signed:
    long long signature
    unsigned int game

# Not for other modules.
cdef int _order(const void* one, const void* other) noexcept nogil
