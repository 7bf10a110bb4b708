/* The network's vector loops over accumulators, in three forms: plain C that compilers turn into vector code, AVX2, and AVX-512 with
   VNNI; the best that the machine has is chosen when the program is loaded. All arithmetic is in integers, so all give the same
   numbers. The layers behind the accumulators: nnue_layers.h. */
#ifndef RATSU_NNUE_H
#define RATSU_NNUE_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#if defined(__GNUC__) && defined(__x86_64__) && !defined(_WIN32)
#define NNUE_CHOOSES 1 /* between instruction sets, at run time */
#include <immintrin.h>
#endif

#define NNUE_HIDDEN 1024 /* of one side */

/* Zeros that begin at a cache line, so that no vector lies in two; NULL without memory. */
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

/* out = in + add - drop + add2 - drop2, where the last two may be NULL, each for itself. */
NNUE_VNNI void nnue_update_vnni(int16_t *out, const int16_t *in, const int16_t *add, const int16_t *drop, const int16_t *add2,
                                const int16_t *drop2)
{
    for (int i = 0; i < NNUE_HIDDEN; i += 32) {
        __m512i sum = _mm512_sub_epi16(_mm512_add_epi16(NNUE_LOAD(in + i), NNUE_LOAD(add + i)), NNUE_LOAD(drop + i));
        if (add2)
            sum = _mm512_add_epi16(sum, NNUE_LOAD(add2 + i));
        if (drop2)
            sum = _mm512_sub_epi16(sum, NNUE_LOAD(drop2 + i));
        _mm512_storeu_si512((void *)(out + i), sum);
    }
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

/* Brings `kept` up to date by whole lists of rows and copies it to `out`. */
NNUE_VNNI void nnue_refresh_vnni(int16_t *out, int16_t *kept, const int16_t *const *add, int adds, const int16_t *const *drop,
                                 int drops)
{
    for (int block = 0; block < NNUE_HIDDEN; block += 256) {
        __m512i sums[8];
        for (int k = 0; k < 8; k++)
            sums[k] = NNUE_LOAD(kept + block + 32 * k);
        for (int row = 0; row < adds; row++)
            for (int k = 0; k < 8; k++)
                sums[k] = _mm512_add_epi16(sums[k], NNUE_LOAD(add[row] + block + 32 * k));
        for (int row = 0; row < drops; row++)
            for (int k = 0; k < 8; k++)
                sums[k] = _mm512_sub_epi16(sums[k], NNUE_LOAD(drop[row] + block + 32 * k));
        for (int k = 0; k < 8; k++) {
            _mm512_storeu_si512((void *)(kept + block + 32 * k), sums[k]);
            _mm512_storeu_si512((void *)(out + block + 32 * k), sums[k]);
        }
    }
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

static void nnue_update(int16_t *out, const int16_t *in, const int16_t *add, const int16_t *drop, const int16_t *add2,
                        const int16_t *drop2)
{
#ifdef NNUE_CHOOSES
    if (nnue_level == NNUE_IS_VNNI)
        nnue_update_vnni(out, in, add, drop, add2, drop2);
    else if (nnue_level == NNUE_IS_AVX2)
        nnue_update_avx2(out, in, add, drop, add2, drop2);
    else
#endif
        nnue_update_plain(out, in, add, drop, add2, drop2);
}

static void nnue_refresh(int16_t *out, int16_t *kept, const int16_t *const *add, int adds, const int16_t *const *drop, int drops)
{
#ifdef NNUE_CHOOSES
    if (nnue_level == NNUE_IS_VNNI)
        nnue_refresh_vnni(out, kept, add, adds, drop, drops);
    else if (nnue_level == NNUE_IS_AVX2)
        nnue_refresh_avx2(out, kept, add, adds, drop, drops);
    else
#endif
        nnue_refresh_plain(out, kept, add, adds, drop, drops);
}

#endif
