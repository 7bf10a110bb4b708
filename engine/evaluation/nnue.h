/* The network's vector loops over accumulators, in three forms: plain C that compilers turn into vector code, AVX2, and AVX-512 with
   VNNI; the best that the machine has is chosen when the program is loaded. All arithmetic is in integers, so all give the same
   numbers.

   Of an accumulator a, pairs of units are handed on: p[i] = clamp(a[i], 0, 255) * clamp(a[i + 512], 0, 255) >> 9, 512 bytes of 0..127
   (1.0 = 127). The layers after them: nnue_layers.h. */
#ifndef RATSU_NNUE_H
#define RATSU_NNUE_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#ifdef __linux__
#include <sys/mman.h>
#endif

#if defined(__GNUC__) && defined(__x86_64__) && !defined(_WIN32)
#define NNUE_CHOOSES 1 /* between instruction sets, at run time */
#include <immintrin.h>
#endif

#define NNUE_HIDDEN 1024              /* of one side */
#define NNUE_HALF (NNUE_HIDDEN / 2)   /* pairs of one side */
#define NNUE_GROUPS (NNUE_HIDDEN / 4) /* of four bytes of pairs, both sides */
#define NNUE_ACTIVE 255               /* 1.0 of an accumulator */

#if defined(__GNUC__)
#define NNUE_ALIGNED __attribute__((aligned(64))) /* no vector lies in two cache lines */
#else
#define NNUE_ALIGNED
#endif

/* The pairs of both sides, those of the side to move first; begin with all of it but `bytes` 0. Most are 0 in a trained network, so
   the groups of four bytes that are not are noted: as numbers by VNNI, as bits by AVX2. */
typedef struct {
    uint8_t bytes[NNUE_HIDDEN] NNUE_ALIGNED;
    int32_t found[NNUE_GROUPS + 16]; /* `count` of them, in no order */
    uint64_t some[NNUE_GROUPS / 64];
    int32_t count;
} NnuePairs;

static void nnue_begin(NnuePairs *pairs)
{
    memset(pairs->some, 0, sizeof pairs->some);
    pairs->count = 0;
}

/* Zeros that begin at a cache line, so that no vector lies in two; NULL without memory. Rows are read from all over: with pages of
   2 MB, if the system has some to spare, the processor finds them quicker. */
#if defined(__linux__) && defined(MADV_HUGEPAGE)
static void *nnue_new(size_t size)
{
    const size_t large = (size_t)2 << 20;
    void *made;
    if (size > large / 2)
        size = (size + large - 1) & ~(large - 1);
    if (posix_memalign(&made, size < large ? 64 : large, size))
        return NULL;
    if (size >= large)
        (void)madvise(made, size, MADV_HUGEPAGE);
    memset(made, 0, size);
    return made;
}

static void nnue_release(void *made)
{
    free(made);
}
#else
static void *nnue_new(size_t size)
{
    char *raw = calloc(1, size + 64 + sizeof(void *));
    if (!raw)
        return NULL;
    void **made = (void **)(((uintptr_t)(raw + sizeof(void *)) + 63) & ~(uintptr_t)63);
    made[-1] = raw;
    return made;
}

static void nnue_release(void *made)
{
    if (made)
        free(((void **)made)[-1]);
}
#endif

enum { NNUE_IS_PLAIN, NNUE_IS_AVX2, NNUE_IS_VNNI };
static int nnue_best = NNUE_IS_PLAIN;  /* what the machine has */
static int nnue_level = NNUE_IS_PLAIN; /* what is used; tests and benchmarks lower it */

#ifdef NNUE_CHOOSES
#define NNUE_AVX2 __attribute__((target("avx2,bmi"))) static
#define NNUE_VNNI __attribute__((target("avx512f,avx512bw,avx512vnni,bmi"))) static
#define NNUE_LOAD2(from) _mm256_loadu_si256((const __m256i *)(from))
#define NNUE_LOAD(from) _mm512_loadu_si512((const void *)(from))

__attribute__((constructor)) static void nnue_choose(void)
{
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi"))
        nnue_best = NNUE_IS_AVX2;
    if (nnue_best == NNUE_IS_AVX2 && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vnni"))
        nnue_best = NNUE_IS_VNNI;
    nnue_level = nnue_best;
}

#define NNUE_INLINE __attribute__((always_inline)) inline

/* in + add - drop + add2 - drop2; each of the last two may be NULL. */
NNUE_VNNI NNUE_INLINE __m512i nnue_sum_vnni(int i, const int16_t *in, const int16_t *add, const int16_t *drop, const int16_t *add2,
                                            const int16_t *drop2)
{
    __m512i sum = _mm512_sub_epi16(_mm512_add_epi16(NNUE_LOAD(in + i), NNUE_LOAD(add + i)), NNUE_LOAD(drop + i));
    if (add2)
        sum = _mm512_add_epi16(sum, NNUE_LOAD(add2 + i));
    if (drop2)
        sum = _mm512_sub_epi16(sum, NNUE_LOAD(drop2 + i));
    return sum;
}

NNUE_VNNI NNUE_INLINE void nnue_update_any(int16_t *out, const int16_t *in, const int16_t *add, const int16_t *drop, const int16_t *add2,
                                const int16_t *drop2)
{
    for (int i = 0; i < NNUE_HIDDEN; i += 32)
        _mm512_storeu_si512((void *)(out + i), nnue_sum_vnni(i, in, add, drop, add2, drop2));
}

/* Notes 64 pairs that begin at `at`, of units a, b and, half an accumulator further on, c, d. Those need no lower clamp: a
   negative product is packed to 0. Returns the number of groups noted so far. */
NNUE_VNNI NNUE_INLINE int nnue_note_vnni(NnuePairs *pairs, int count, int at, __m512i a, __m512i b, __m512i c, __m512i d)
{
    const __m512i zero = _mm512_setzero_si512(), one = _mm512_set1_epi16(NNUE_ACTIVE);
    const __m512i first = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    a = _mm512_slli_epi16(_mm512_min_epi16(_mm512_max_epi16(a, zero), one), 7);
    b = _mm512_slli_epi16(_mm512_min_epi16(_mm512_max_epi16(b, zero), one), 7);
    a = _mm512_mulhi_epi16(a, _mm512_min_epi16(c, one));
    b = _mm512_mulhi_epi16(b, _mm512_min_epi16(d, one));
    a = _mm512_permutexvar_epi64(_mm512_setr_epi64(0, 2, 4, 6, 1, 3, 5, 7), _mm512_packus_epi16(a, b));
    _mm512_storeu_si512((void *)(pairs->bytes + at), a);
    const __mmask16 some = _mm512_test_epi32_mask(a, a);
    const __m512i numbers = _mm512_add_epi32(first, _mm512_set1_epi32(at >> 2));
    _mm512_storeu_si512((void *)(pairs->found + count), _mm512_maskz_compress_epi32(some, numbers));
    return count + __builtin_popcount(some);
}

NNUE_VNNI void nnue_pairs_vnni(const int16_t *values, NnuePairs *pairs, int half)
{
    int count = pairs->count;
    const int16_t *others = values + NNUE_HALF;
    for (int i = 0; i < NNUE_HALF; i += 64)
        count = nnue_note_vnni(pairs, count, half * NNUE_HALF + i, NNUE_LOAD(values + i), NNUE_LOAD(values + i + 32),
                               NNUE_LOAD(others + i), NNUE_LOAD(others + i + 32));
    pairs->count = count;
}

/* An update and the pairs of what it gives, in one pass. */
NNUE_VNNI NNUE_INLINE void nnue_through_any(int16_t *out, const int16_t *in, const int16_t *add, const int16_t *drop,
                                            const int16_t *add2, const int16_t *drop2, NnuePairs *pairs, int half)
{
    int count = pairs->count;
    for (int i = 0; i < NNUE_HALF; i += 64) {
        const int j = i + NNUE_HALF;
        const __m512i a = nnue_sum_vnni(i, in, add, drop, add2, drop2), b = nnue_sum_vnni(i + 32, in, add, drop, add2, drop2);
        const __m512i c = nnue_sum_vnni(j, in, add, drop, add2, drop2), d = nnue_sum_vnni(j + 32, in, add, drop, add2, drop2);
        _mm512_storeu_si512((void *)(out + i), a);
        _mm512_storeu_si512((void *)(out + i + 32), b);
        _mm512_storeu_si512((void *)(out + j), c);
        _mm512_storeu_si512((void *)(out + j + 32), d);
        count = nnue_note_vnni(pairs, count, half * NNUE_HALF + i, a, b, c, d);
    }
    pairs->count = count;
}

/* What may be NULL is asked once, not in each step of a loop. */
NNUE_VNNI void nnue_update_vnni(int16_t *out, const int16_t *in, const int16_t *add, const int16_t *drop, const int16_t *add2,
                                const int16_t *drop2)
{
    if (add2)
        nnue_update_any(out, in, add, drop, add2, drop2);
    else if (drop2)
        nnue_update_any(out, in, add, drop, NULL, drop2);
    else
        nnue_update_any(out, in, add, drop, NULL, NULL);
}

NNUE_VNNI void nnue_through_vnni(int16_t *out, const int16_t *in, const int16_t *add, const int16_t *drop, const int16_t *add2,
                                 const int16_t *drop2, NnuePairs *pairs, int half)
{
    if (add2)
        nnue_through_any(out, in, add, drop, add2, drop2, pairs, half);
    else if (drop2)
        nnue_through_any(out, in, add, drop, NULL, drop2, pairs, half);
    else
        nnue_through_any(out, in, add, drop, NULL, NULL, pairs, half);
}

NNUE_AVX2 void nnue_update_avx2(int16_t *out, const int16_t *in, const int16_t *add, const int16_t *drop, const int16_t *add2,
                                const int16_t *drop2)
{
    for (int i = 0; i < NNUE_HIDDEN; i += 16) {
        __m256i sum = _mm256_sub_epi16(_mm256_add_epi16(NNUE_LOAD2(in + i), NNUE_LOAD2(add + i)), NNUE_LOAD2(drop + i));
        if (add2)
            sum = _mm256_add_epi16(sum, NNUE_LOAD2(add2 + i));
        if (drop2)
            sum = _mm256_sub_epi16(sum, NNUE_LOAD2(drop2 + i));
        _mm256_storeu_si256((__m256i *)(out + i), sum);
    }
}

NNUE_AVX2 void nnue_pairs_avx2(const int16_t *values, NnuePairs *pairs, int half)
{
    const __m256i zero = _mm256_setzero_si256(), one = _mm256_set1_epi16(NNUE_ACTIVE);
    for (int i = 0; i < NNUE_HALF; i += 32) {
        __m256i a = _mm256_min_epi16(_mm256_max_epi16(NNUE_LOAD2(values + i), zero), one);
        __m256i b = _mm256_min_epi16(_mm256_max_epi16(NNUE_LOAD2(values + i + 16), zero), one);
        const __m256i c = _mm256_min_epi16(NNUE_LOAD2(values + NNUE_HALF + i), one); /* see nnue_note_vnni */
        const __m256i d = _mm256_min_epi16(NNUE_LOAD2(values + NNUE_HALF + i + 16), one);
        a = _mm256_mulhi_epi16(_mm256_slli_epi16(a, 7), c);
        b = _mm256_mulhi_epi16(_mm256_slli_epi16(b, 7), d);
        const __m256i packed = _mm256_permute4x64_epi64(_mm256_packus_epi16(a, b), 0xD8);
        const int at = half * NNUE_HALF + i;
        _mm256_storeu_si256((__m256i *)(pairs->bytes + at), packed);
        const unsigned empty = (unsigned)_mm256_movemask_ps(_mm256_castsi256_ps(_mm256_cmpeq_epi32(packed, zero)));
        pairs->some[at >> 8] |= (uint64_t)(~empty & 255) << ((at >> 2) & 63);
    }
}

/* Brings `kept` up to date by whole lists of rows, copies it to `out` and notes its pairs. */
NNUE_VNNI void nnue_refresh_vnni(int16_t *out, int16_t *kept, const int16_t *const *add, int adds, const int16_t *const *drop,
                                 int drops, NnuePairs *pairs, int half)
{
    int count = pairs->count;
    for (int block = 0; block < NNUE_HALF; block += 128) {
        __m512i sums[8]; /* four of each half of the accumulator */
        int16_t *const one = kept + block, *const two = one + NNUE_HALF;
        for (int k = 0; k < 4; k++) {
            sums[k] = NNUE_LOAD(one + 32 * k);
            sums[4 + k] = NNUE_LOAD(two + 32 * k);
        }
        for (int row = 0; row < adds; row++)
            for (int k = 0; k < 4; k++) {
                sums[k] = _mm512_add_epi16(sums[k], NNUE_LOAD(add[row] + block + 32 * k));
                sums[4 + k] = _mm512_add_epi16(sums[4 + k], NNUE_LOAD(add[row] + NNUE_HALF + block + 32 * k));
            }
        for (int row = 0; row < drops; row++)
            for (int k = 0; k < 4; k++) {
                sums[k] = _mm512_sub_epi16(sums[k], NNUE_LOAD(drop[row] + block + 32 * k));
                sums[4 + k] = _mm512_sub_epi16(sums[4 + k], NNUE_LOAD(drop[row] + NNUE_HALF + block + 32 * k));
            }
        for (int k = 0; k < 4; k++) {
            _mm512_storeu_si512((void *)(one + 32 * k), sums[k]);
            _mm512_storeu_si512((void *)(two + 32 * k), sums[4 + k]);
            _mm512_storeu_si512((void *)(out + block + 32 * k), sums[k]);
            _mm512_storeu_si512((void *)(out + NNUE_HALF + block + 32 * k), sums[4 + k]);
        }
        for (int k = 0; k < 4; k += 2)
            count = nnue_note_vnni(pairs, count, half * NNUE_HALF + block + 32 * k, sums[k], sums[k + 1], sums[4 + k], sums[5 + k]);
    }
    pairs->count = count;
}

NNUE_AVX2 void nnue_refresh_avx2(int16_t *out, int16_t *kept, const int16_t *const *add, int adds, const int16_t *const *drop,
                                 int drops)
{
    for (int block = 0; block < NNUE_HIDDEN; block += 128) {
        __m256i sums[8];
        for (int k = 0; k < 8; k++)
            sums[k] = NNUE_LOAD2(kept + block + 16 * k);
        for (int row = 0; row < adds; row++)
            for (int k = 0; k < 8; k++)
                sums[k] = _mm256_add_epi16(sums[k], NNUE_LOAD2(add[row] + block + 16 * k));
        for (int row = 0; row < drops; row++)
            for (int k = 0; k < 8; k++)
                sums[k] = _mm256_sub_epi16(sums[k], NNUE_LOAD2(drop[row] + block + 16 * k));
        for (int k = 0; k < 8; k++) {
            _mm256_storeu_si256((__m256i *)(kept + block + 16 * k), sums[k]);
            _mm256_storeu_si256((__m256i *)(out + block + 16 * k), sums[k]);
        }
    }
}
#endif

static void nnue_update_plain(int16_t *restrict out, const int16_t *restrict in, const int16_t *restrict add,
                              const int16_t *restrict drop, const int16_t *restrict add2, const int16_t *restrict drop2)
{
    for (int i = 0; i < NNUE_HIDDEN; i++)
        out[i] = (int16_t)(in[i] + add[i] - drop[i]);
    if (add2)
        for (int i = 0; i < NNUE_HIDDEN; i++)
            out[i] = (int16_t)(out[i] + add2[i]);
    if (drop2)
        for (int i = 0; i < NNUE_HIDDEN; i++)
            out[i] = (int16_t)(out[i] - drop2[i]);
}

static void nnue_add_plain(int16_t *restrict out, const int16_t *restrict add)
{
    for (int i = 0; i < NNUE_HIDDEN; i++)
        out[i] = (int16_t)(out[i] + add[i]);
}

static void nnue_drop_plain(int16_t *restrict out, const int16_t *restrict drop)
{
    for (int i = 0; i < NNUE_HIDDEN; i++)
        out[i] = (int16_t)(out[i] - drop[i]);
}

static void nnue_refresh_plain(int16_t *out, int16_t *kept, const int16_t *const *add, int adds, const int16_t *const *drop,
                               int drops)
{
    for (int row = 0; row < adds; row++)
        nnue_add_plain(kept, add[row]);
    for (int row = 0; row < drops; row++)
        nnue_drop_plain(kept, drop[row]);
    memcpy(out, kept, NNUE_HIDDEN * sizeof(int16_t));
}

static void nnue_pairs_plain(const int16_t *restrict values, uint8_t *restrict bytes)
{
    for (int i = 0; i < NNUE_HALF; i++) {
        int16_t a = values[i], b = values[i + NNUE_HALF];
        a = a < 0 ? 0 : a;
        a = a > NNUE_ACTIVE ? NNUE_ACTIVE : a;
        b = b < 0 ? 0 : b;
        b = b > NNUE_ACTIVE ? NNUE_ACTIVE : b;
        bytes[i] = (uint8_t)((uint16_t)(a * b) >> 9);
    }
}

/* Uses a form of the loops, or the best below it that the machine has; returns which. */
static int nnue_use(int level)
{
    nnue_level = level < nnue_best ? level : nnue_best;
    return nnue_level;
}

/* The pairs of an accumulator that is up to date; `half`: 0 of the side to move, 1 of the other. */
static void nnue_pairs(const int16_t *values, NnuePairs *pairs, int half)
{
#ifdef NNUE_CHOOSES
    if (nnue_level == NNUE_IS_VNNI)
        nnue_pairs_vnni(values, pairs, half);
    else if (nnue_level == NNUE_IS_AVX2)
        nnue_pairs_avx2(values, pairs, half);
    else
#endif
        nnue_pairs_plain(values, pairs->bytes + half * NNUE_HALF);
}

/* out = in + add - drop + add2 - drop2, and its pairs, unless they are NULL. Each of add2 and drop2 may be NULL. */
static void nnue_update(int16_t *out, const int16_t *in, const int16_t *add, const int16_t *drop, const int16_t *add2,
                        const int16_t *drop2, NnuePairs *pairs, int half)
{
#ifdef NNUE_CHOOSES
    if (nnue_level == NNUE_IS_VNNI && pairs) {
        nnue_through_vnni(out, in, add, drop, add2, drop2, pairs, half);
        return;
    }
    if (nnue_level == NNUE_IS_VNNI)
        nnue_update_vnni(out, in, add, drop, add2, drop2);
    else if (nnue_level == NNUE_IS_AVX2)
        nnue_update_avx2(out, in, add, drop, add2, drop2);
    else
#endif
        nnue_update_plain(out, in, add, drop, add2, drop2);
    if (pairs)
        nnue_pairs(out, pairs, half);
}

static void nnue_refresh(int16_t *out, int16_t *kept, const int16_t *const *add, int adds, const int16_t *const *drop, int drops,
                         NnuePairs *pairs, int half)
{
#ifdef NNUE_CHOOSES
    if (nnue_level == NNUE_IS_VNNI) {
        nnue_refresh_vnni(out, kept, add, adds, drop, drops, pairs, half);
        return;
    }
    if (nnue_level == NNUE_IS_AVX2)
        nnue_refresh_avx2(out, kept, add, adds, drop, drops);
    else
#endif
        nnue_refresh_plain(out, kept, add, adds, drop, drops);
    nnue_pairs(out, pairs, half);
}

#endif
