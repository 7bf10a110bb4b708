/* A clock in microseconds that is never set back, for code that runs without Python's lock. */
#ifndef RATSU_MONOTONIC_H
#define RATSU_MONOTONIC_H

#if defined(_WIN32)
#include <windows.h>
static __inline long long monotonic_us(void) {
    LARGE_INTEGER count, frequency;
    QueryPerformanceCounter(&count);
    QueryPerformanceFrequency(&frequency);
    return (long long)((double)count.QuadPart * 1e6 / (double)frequency.QuadPart);
}
#else
#include <time.h>
static inline long long monotonic_us(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (long long)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}
#endif

#endif
