/* The network's vector loops: plain C that compilers turn into vector code, and the same for AVX-512 with VNNI, which is chosen when
   the program is loaded (make, update, evaluate and unmake: 131 ns -> 87 ns; AVX2 by hand: 129 ns). All arithmetic is in integers,
   so all give the same numbers. */
#ifndef RATSU_NNUE_H
#define RATSU_NNUE_H

#include <stdint.h>
#include <stdlib.h>

#if defined(__GNUC__) && defined(__x86_64__) && !defined(_WIN32)
#define NNUE_CHOOSES 1 /* between instruction sets, at run time */
#include <immintrin.h>
#endif
#if defined(NNUE_CHOOSES) && !defined(__clang__) && defined(__linux__) && !defined(__AVX2__)
#define NNUE_KERNEL __attribute__((target_clones("avx2", "default"))) static
#else
#define NNUE_KERNEL static
#endif

#define NNUE_HIDDEN 512
#define NNUE_ONE 511 /* the quantised 1.0 of an activation */

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

static int nnue_has_vnni = 0; /* AVX-512 with VNNI; tests switch it off */

#ifdef NNUE_CHOOSES
#define NNUE_VNNI __attribute__((target("avx512f,avx512bw,avx512vnni"))) static

__attribute__((constructor)) static void nnue_choose(void)
{
    __builtin_cpu_init();
    nnue_has_vnni = __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vnni");
}

#define NNUE_LOAD(from) _mm512_loadu_si512((const void *)(from))

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

/* The same as nnue_output_half for both halves, in 16 sums side by side: each of 64 products, as there. */
NNUE_VNNI int64_t nnue_output_vnni(const int16_t *own, const int16_t *other, const int16_t *weights)
{
    const __m512i zero = _mm512_setzero_si512(), one = _mm512_set1_epi16(NNUE_ONE);
    __m512i sums[2] = {zero, zero};
    for (int i = 0; i < NNUE_HIDDEN; i += 32)
        for (int half = 0; half < 2; half++) {
            __m512i x = _mm512_min_epi16(_mm512_max_epi16(NNUE_LOAD((half ? other : own) + i), zero), one);
            x = _mm512_slli_epi16(x, 6);
            x = _mm512_mulhi_epi16(x, x);
            sums[half] = _mm512_dpwssd_epi32(sums[half], x, NNUE_LOAD(weights + half * NNUE_HIDDEN + i));
        }
    const __m512i sum = _mm512_add_epi32(sums[0], sums[1]);
    return _mm512_reduce_add_epi64(_mm512_add_epi64(_mm512_cvtepi32_epi64(_mm512_castsi512_si256(sum)),
                                                    _mm512_cvtepi32_epi64(_mm512_extracti64x4_epi64(sum, 1))));
}

#define NNUE_UPDATE(out, in, add, drop, add2, drop2)                                                                           \
    if (nnue_has_vnni) {                                                                                                      \
        nnue_update_vnni(out, in, add, drop, add2, drop2);                                                                     \
        return;                                                                                                                \
    }
#else
#define NNUE_UPDATE(out, in, add, drop, add2, drop2)
#endif

NNUE_KERNEL void nnue_add(int16_t *restrict out, const int16_t *restrict add)
{
    for (int i = 0; i < NNUE_HIDDEN; i++)
        out[i] = (int16_t)(out[i] + add[i]);
}

NNUE_KERNEL void nnue_move_plain(int16_t *restrict out, const int16_t *restrict in, const int16_t *restrict add,
                                 const int16_t *restrict drop)
{
    for (int i = 0; i < NNUE_HIDDEN; i++)
        out[i] = (int16_t)(in[i] + add[i] - drop[i]);
}

NNUE_KERNEL void nnue_capture_plain(int16_t *restrict out, const int16_t *restrict in, const int16_t *restrict add,
                                    const int16_t *restrict drop, const int16_t *restrict taken)
{
    for (int i = 0; i < NNUE_HIDDEN; i++)
        out[i] = (int16_t)(in[i] + add[i] - drop[i] - taken[i]);
}

NNUE_KERNEL void nnue_castle_plain(int16_t *restrict out, const int16_t *restrict in, const int16_t *restrict add,
                                   const int16_t *restrict drop, const int16_t *restrict add2, const int16_t *restrict drop2)
{
    for (int i = 0; i < NNUE_HIDDEN; i++)
        out[i] = (int16_t)(in[i] + add[i] - drop[i] + add2[i] - drop2[i]);
}

/* Sum over the hidden layer of clamp(x, 0, 1)^2 * w, in units of NNUE_ONE^2 / 16 * weight scale. x * 64 fits 16 bits, so
   the high half of its square, x^2 / 16, is one vector instruction. |w| <= 2040: 64 products of at most 16320 * 2040 fit 32 bits, the
   sum of such blocks 64. */
NNUE_KERNEL int64_t nnue_output_half(const int16_t *restrict values, const int16_t *restrict weights)
{
    int64_t total = 0;
    for (int block = 0; block < NNUE_HIDDEN; block += 64) {
        int16_t squared[64]; /* in two loops, for compilers find the two instructions only so */
        for (int i = 0; i < 64; i++) {
            int16_t x = values[block + i];
            x = x < 0 ? 0 : x;
            x = x > NNUE_ONE ? NNUE_ONE : x;
            x = (int16_t)(x * 64);
            squared[i] = (int16_t)((int32_t)x * (int32_t)x >> 16);
        }
        int32_t sum = 0;
        for (int i = 0; i < 64; i++)
            sum += (int32_t)squared[i] * weights[block + i];
        total += sum;
    }
    return total;
}

static int64_t nnue_output(const int16_t *own, const int16_t *other, const int16_t *weights)
{
#ifdef NNUE_CHOOSES
    if (nnue_has_vnni)
        return nnue_output_vnni(own, other, weights);
#endif
    return nnue_output_half(own, weights) + nnue_output_half(other, weights + NNUE_HIDDEN);
}

static void nnue_move(int16_t *out, const int16_t *in, const int16_t *add, const int16_t *drop)
{
    NNUE_UPDATE(out, in, add, drop, 0, 0)
    nnue_move_plain(out, in, add, drop);
}

static void nnue_capture(int16_t *out, const int16_t *in, const int16_t *add, const int16_t *drop, const int16_t *taken)
{
    NNUE_UPDATE(out, in, add, drop, 0, taken)
    nnue_capture_plain(out, in, add, drop, taken);
}

static void nnue_castle(int16_t *out, const int16_t *in, const int16_t *add, const int16_t *drop, const int16_t *add2,
                        const int16_t *drop2)
{
    NNUE_UPDATE(out, in, add, drop, add2, drop2)
    nnue_castle_plain(out, in, add, drop, add2, drop2);
}

#endif
