# The clock and aligned memory of ticks.h.

cdef extern from "ticks.h" nogil:
    long long ticks_us()                          # monotonic, microseconds
    void ticks_sleep_ms(int ms)
    void* aligned_block(size_t bytes)             # 64-byte aligned; NULL if there is no memory
    void aligned_release(void* block)
