/* The vector loops of another engine's network (see foreign_net.py): plain C over blocks that compilers turn into vector code.
   Every count is a multiple of 32. */
#ifndef RATSU_FOREIGN_NET_H
#define RATSU_FOREIGN_NET_H

#include <stdint.h>

#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && defined(__linux__)
#define FOREIGN_KERNEL __attribute__((target_clones("arch=x86-64-v4", "avx2", "default"))) static
#else
#define FOREIGN_KERNEL static
#endif

FOREIGN_KERNEL void foreign_add(int16_t *restrict values, const int16_t *restrict row, int count)
{
    for (int i = 0; i < (count & ~31); i++)
        values[i] = (int16_t)(values[i] + row[i]);
}

FOREIGN_KERNEL void foreign_drop(int16_t *restrict values, const int16_t *restrict row, int count)
{
    for (int i = 0; i < (count & ~31); i++)
        values[i] = (int16_t)(values[i] - row[i]);
}

/* The first layer's activation: products of `count` pairs, each clamped to 0..127. */
FOREIGN_KERNEL void foreign_pairs(int16_t *restrict out, const int16_t *restrict values, int count)
{
    const int16_t *restrict others = values + count;
    for (int i = 0; i < (count & ~31); i++) {
        int16_t a = values[i], b = others[i];
        a = a < 0 ? 0 : a;
        a = a > 127 ? 127 : a;
        b = b < 0 ? 0 : b;
        b = b > 127 ? 127 : b;
        out[i] = (int16_t)((int16_t)(a * b) >> 7);
    }
}

FOREIGN_KERNEL int32_t foreign_dot(const int16_t *restrict a, const int16_t *restrict b, int count)
{
    int32_t sum = 0;
    for (int i = 0; i < (count & ~31); i++)
        sum += (int32_t)a[i] * b[i];
    return sum;
}

#endif
