/* The network in floating point, one position at a time: output, and what each weight contributed to the error. Plain loops over
   blocks that fit the first cache, so that compilers turn them into vector code. For training only. */
#ifndef RATSU_NNUE_GRADIENT_H
#define RATSU_NNUE_GRADIENT_H

#include <stdint.h>

#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && defined(__linux__)
#define GRADIENT_KERNEL __attribute__((target_clones("avx2", "default"), optimize("no-trapping-math"))) static
#else
#define GRADIENT_KERNEL static
#endif

#define GRADIENT_BLOCK 64 /* hidden units are a multiple of this */

/* Adds rows, times 1 or -1, to the values: four at a time, because adding one by one would wait for the sum before, in memory. */
GRADIENT_KERNEL void gradient_add(float *restrict values, const float *restrict features, const int16_t *restrict rows, int count,
                                  float sign, int hidden)
{
    int man = 0;
    for (; man + 4 <= count; man += 4) {
        const float *restrict a = features + (long)rows[man] * hidden;
        const float *restrict b = features + (long)rows[man + 1] * hidden;
        const float *restrict c = features + (long)rows[man + 2] * hidden;
        const float *restrict d = features + (long)rows[man + 3] * hidden;
        for (int i = 0; i < hidden; i++)
            values[i] += sign * ((a[i] + b[i]) + (c[i] + d[i]));
    }
    for (; man < count; man++) {
        const float *restrict a = features + (long)rows[man] * hidden;
        for (int i = 0; i < hidden; i++)
            values[i] += sign * a[i];
    }
}

/* Sum of clamp(value, 0, 1)^2 * weight. */
GRADIENT_KERNEL float gradient_output(const float *restrict values, const float *restrict weights, int hidden)
{
    float sums[16] = {0};
    for (int start = 0; start < hidden; start += 16)
        for (int i = 0; i < 16; i++) {
            float x = values[start + i];
            x = x < 0.0f ? 0.0f : x;
            x = x > 1.0f ? 1.0f : x;
            sums[i] += x * x * weights[start + i];
        }
    float total = 0.0f;
    for (int i = 0; i < 16; i++)
        total += sums[i];
    return total;
}

/* Given the slope of the error by the output: adds to the gradients of the output weights and of the hidden values. */
GRADIENT_KERNEL void gradient_back(const float *restrict values, const float *restrict weights, float *restrict weight_gradient,
                                   float *restrict value_gradient, float slope, int hidden)
{
    for (int i = 0; i < hidden; i++) {
        float x = values[i];
        x = x < 0.0f ? 0.0f : x;
        x = x > 1.0f ? 1.0f : x;
        weight_gradient[i] += slope * x * x;
        value_gradient[i] += x < 1.0f ? 2.0f * slope * weights[i] * x : 0.0f;
    }
}

/* Adds a hidden gradient, times 1 or -1, to the gradient of each row. */
GRADIENT_KERNEL void gradient_rows(float *restrict gradient, const float *restrict change, const int16_t *restrict rows,
                                   int count, float sign, int hidden)
{
    for (int man = 0; man < count; man++) {
        float *restrict row = gradient + (long)rows[man] * hidden;
        for (int i = 0; i < hidden; i++)
            row[i] += sign * change[i];
    }
}

#endif
