/* Bit tricks that need the compiler: population count, bit scan, prefetch. */
#ifndef RATSU_BITS_H
#define RATSU_BITS_H

#if defined(_MSC_VER) && !defined(__clang__)
#include <intrin.h>
static __inline int bits_count(unsigned long long b) { return (int)__popcnt64(b); }
static __inline int bits_first(unsigned long long b) { unsigned long i; _BitScanForward64(&i, b); return (int)i; }
static __inline int bits_last(unsigned long long b) { unsigned long i; _BitScanReverse64(&i, b); return (int)i; }
static __inline void bits_prefetch(const void *p) { _mm_prefetch((const char *)p, _MM_HINT_T0); }
#else
static inline int bits_count(unsigned long long b) { return __builtin_popcountll(b); }
static inline int bits_first(unsigned long long b) { return __builtin_ctzll(b); }
static inline int bits_last(unsigned long long b) { return 63 - __builtin_clzll(b); }
static inline void bits_prefetch(const void *p) { __builtin_prefetch(p); }
#endif

#endif
