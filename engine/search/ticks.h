/* A monotonic clock in microseconds, a short sleep and aligned memory, for code that runs without the GIL. */
#ifndef RATSU_TICKS_H
#define RATSU_TICKS_H

#include <stdlib.h>

#if defined(_WIN32)
#include <malloc.h>
#include <windows.h>
static __inline long long ticks_us(void) {
    LARGE_INTEGER count, frequency;
    QueryPerformanceCounter(&count);
    QueryPerformanceFrequency(&frequency);
    return (long long)((double)count.QuadPart * 1e6 / (double)frequency.QuadPart);
}
static __inline void ticks_sleep_ms(int ms) { Sleep(ms); }
static __inline void *aligned_block(size_t bytes) { return _aligned_malloc(bytes, 64); }
static __inline void aligned_release(void *block) { _aligned_free(block); }
#else
#include <time.h>
static inline long long ticks_us(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (long long)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}
static inline void ticks_sleep_ms(int ms) {
    struct timespec time = {ms / 1000, (long)(ms % 1000) * 1000000L};
    nanosleep(&time, NULL);
}
static inline void *aligned_block(size_t bytes) {
    void *block = NULL;
    return posix_memalign(&block, 64, bytes) == 0 ? block : NULL;
}
static inline void aligned_release(void *block) { free(block); }
#endif

#endif
