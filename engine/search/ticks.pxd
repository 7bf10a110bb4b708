# The clock and empty memory of ticks.h.

cdef extern from "ticks.h" nogil:
    long long ticks_us "monotonic_us"()           # microseconds
    void ticks_sleep_ms(int ms)
    void* zeroed_block(size_t bytes)              # whole pages, all zero; NULL if there is no memory
    void zeroed_release(void* block, size_t bytes)
    void zeroed_again(void* block, size_t bytes)
