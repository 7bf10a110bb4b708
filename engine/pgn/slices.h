/* How long a thread has had Python's lock, and a sleep that is long enough for another thread to take it. Releasing it for a moment
   is not enough: who waits for it is woken each time, finds it taken again, and begins to wait again. */
#ifndef RATSU_SLICES_H
#define RATSU_SLICES_H

#include "monotonic.h"

#define SLICE_US 4000 /* with Python's own 5 ms, no thread waits longer for another */

#if defined(_WIN32)
#include <windows.h>
static __inline void slice_sleep(void) { /* its shortest sleep is 1 to 16 ms */
    int round;
    for (round = 0; round < 100; round++)
        SwitchToThread();
}
#define SLICE_LOCAL __declspec(thread)
#else
#include <time.h>
static inline void slice_sleep(void) { /* with the slack of Linux's timers, 0.1 ms */
    struct timespec time = {0, 50000L};
    nanosleep(&time, NULL);
}
#define SLICE_LOCAL __thread
#endif

static SLICE_LOCAL long long slice_began; /* of this thread, in each module that asks */

static inline int slice_is_over(void) {
    return monotonic_us() - slice_began >= SLICE_US;
}
static inline void slice_begins(void) {
    slice_began = monotonic_us();
}

#endif
