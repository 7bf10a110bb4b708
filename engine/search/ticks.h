/* The monotonic clock, a short sleep and empty memory, for code that runs without the GIL.
   The system hands out pages of zeros when they are first touched: 1 GB is there at once. */
#ifndef RATSU_TICKS_H
#define RATSU_TICKS_H

#include "monotonic.h"
#include <stddef.h>
#include <string.h>

#if defined(_WIN32)
#include <windows.h>
static __inline void ticks_sleep_ms(int ms) { Sleep(ms); }
static __inline void *zeroed_block(size_t bytes) {
    return VirtualAlloc(NULL, bytes, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
}
static __inline void zeroed_release(void *block, size_t bytes) {
    (void)bytes;
    VirtualFree(block, 0, MEM_RELEASE);
}
/* As below. A page that is given up keeps what it holds until the system wants it, so it is zeroed before. Unlocking a block that
   was never locked takes it out of the working set. */
static __inline void zeroed_again(void *block, size_t bytes) {
    memset(block, 0, bytes);
    (void)VirtualAlloc(block, bytes, MEM_RESET, PAGE_READWRITE);
    (void)VirtualUnlock(block, bytes);
}
#else
#include <sys/mman.h>
#include <time.h>
static inline void ticks_sleep_ms(int ms) {
    struct timespec time = {ms / 1000, (long)(ms % 1000) * 1000000L};
    nanosleep(&time, NULL);
}
/* Read from all over: with pages of 2 MB, if the system has some to spare, the processor finds the places quicker. A table that
   grows touches them one after another. */
static inline void *zeroed_block(size_t bytes) {
    void *block = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (block == MAP_FAILED)
        return NULL;
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    (void)madvise(block, bytes, MADV_HUGEPAGE);
#endif
    return block;
}
static inline void zeroed_release(void *block, size_t bytes) { munmap(block, bytes); }
/* Gives the pages back in place: another thread may still read the block, to report how full it is. */
static inline void zeroed_again(void *block, size_t bytes) {
    if (mmap(block, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == MAP_FAILED) {
        memset(block, 0, bytes);
        return;
    }
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    (void)madvise(block, bytes, MADV_HUGEPAGE);
#endif
}
#endif

#endif
