/* The network's vector loops: plain C that compilers turn into vector code, built twice where they can choose at load time.
   All arithmetic is in integers, so every build gives the same numbers. */
#ifndef RATSU_NNUE_H
#define RATSU_NNUE_H

#include <stdint.h>

#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && defined(__linux__) && !defined(__AVX2__)
#define NNUE_KERNEL __attribute__((target_clones("avx2", "default"))) static
#else
#define NNUE_KERNEL static
#endif

#define NNUE_HIDDEN 512
#define NNUE_ONE 511 /* the quantised 1.0 of an activation */

NNUE_KERNEL void nnue_add(int16_t *restrict out, const int16_t *restrict add)
{
    for (int i = 0; i < NNUE_HIDDEN; i++)
        out[i] = (int16_t)(out[i] + add[i]);
}

NNUE_KERNEL void nnue_move(int16_t *restrict out, const int16_t *restrict in, const int16_t *restrict add,
                           const int16_t *restrict drop)
{
    for (int i = 0; i < NNUE_HIDDEN; i++)
        out[i] = (int16_t)(in[i] + add[i] - drop[i]);
}

NNUE_KERNEL void nnue_capture(int16_t *restrict out, const int16_t *restrict in, const int16_t *restrict add,
                              const int16_t *restrict drop, const int16_t *restrict taken)
{
    for (int i = 0; i < NNUE_HIDDEN; i++)
        out[i] = (int16_t)(in[i] + add[i] - drop[i] - taken[i]);
}

NNUE_KERNEL void nnue_castle(int16_t *restrict out, const int16_t *restrict in, const int16_t *restrict add,
                             const int16_t *restrict drop, const int16_t *restrict add2, const int16_t *restrict drop2)
{
    for (int i = 0; i < NNUE_HIDDEN; i++)
        out[i] = (int16_t)(in[i] + add[i] - drop[i] + add2[i] - drop2[i]);
}

/* Sum over one half of the hidden layer of clamp(x, 0, 1)^2 * w, in units of NNUE_ONE^2 / 16 * weight scale. x * 64 fits 16 bits, so
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

#endif
