/* Vector loops over floats: plain C that compilers turn into vector code. Sizes are multiples of 16. */
#ifndef RATSU_HUMAN_KERNELS_H
#define RATSU_HUMAN_KERNELS_H

#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && defined(__linux__) && !defined(__AVX2__)
#define HUMAN_KERNEL __attribute__((target_clones("avx2", "default"))) static
#else
#define HUMAN_KERNEL static
#endif

/* y += x */
HUMAN_KERNEL void human_add(float *restrict y, const float *restrict x, int n)
{
    for (int i = 0; i < n; i++)
        y[i] += x[i];
}

/* y += a * x */
HUMAN_KERNEL void human_add_scaled(float *restrict y, const float *restrict x, float a, int n)
{
    for (int i = 0; i < n; i++)
        y[i] += a * x[i];
}

/* Sum of x * y, in 16 sums side by side so that it can be done in vectors. */
HUMAN_KERNEL float human_dot(const float *restrict x, const float *restrict y, int n)
{
    float sums[16] = {0};
    for (int i = 0; i < n; i += 16)
        for (int j = 0; j < 16; j++)
            sums[j] += x[i + j] * y[i + j];
    float total = 0;
    for (int j = 0; j < 16; j++)
        total += sums[j];
    return total;
}

/* y = clamp(x, 0, 1)^2 */
HUMAN_KERNEL void human_activate(float *restrict y, const float *restrict x, int n)
{
    for (int i = 0; i < n; i++) {
        float v = x[i] < 0 ? 0 : x[i];
        v = v > 1 ? 1 : v;
        y[i] = v * v;
    }
}

/* A 3 x 3 convolution from x to y, boards [100][channels] with a rim of zeros; weights [9][channels][channels], by input.
   Four squares of a rank and sixteen channels at a time: their sums stay in registers (71 GFLOPS on one core with AVX2; sums
   in memory, two squares at a time: 47). */
#if defined(__GNUC__)
typedef float human_eight __attribute__((vector_size(32), aligned(4)));

HUMAN_KERNEL void human_convolve(float *restrict y, const float *restrict x, const float *restrict weights,
                                 const float *restrict bias, int channels, int rectify)
{
    for (int square = 11; square < 89; square += square % 10 == 5 ? 6 : 4)
        for (int j = 0; j < channels; j += 16) {
            human_eight sums[4][2];
            for (int k = 0; k < 4; k++) {
                sums[k][0] = *(const human_eight *)(bias + j);
                sums[k][1] = *(const human_eight *)(bias + j + 8);
            }
            for (int tap = 0; tap < 9; tap++) {
                const float *from = x + (square + 10 * (tap / 3 - 1) + tap % 3 - 1) * channels;
                const float *row = weights + tap * channels * channels + j;
                for (int i = 0; i < channels; i++, row += channels) {
                    const human_eight first = *(const human_eight *)row, second = *(const human_eight *)(row + 8);
                    for (int k = 0; k < 4; k++) {
                        sums[k][0] += from[k * channels + i] * first;
                        sums[k][1] += from[k * channels + i] * second;
                    }
                }
            }
            for (int k = 0; k < 4; k++) {
                float *to = y + (square + k) * channels + j;
                *(human_eight *)to = sums[k][0];
                *(human_eight *)(to + 8) = sums[k][1];
                for (int n = 0; rectify && n < 16; n++)
                    to[n] = to[n] > 0 ? to[n] : 0;
            }
        }
}
#else
static void human_convolve(float *restrict y, const float *restrict x, const float *restrict weights,
                           const float *restrict bias, int channels, int rectify)
{
    for (int square = 11; square < 89; square += square % 10 == 8 ? 3 : 1) {
        float *restrict sums = y + square * channels;
        for (int j = 0; j < channels; j++)
            sums[j] = bias[j];
        for (int tap = 0; tap < 9; tap++) {
            const float *from = x + (square + 10 * (tap / 3 - 1) + tap % 3 - 1) * channels;
            const float *row = weights + tap * channels * channels;
            for (int i = 0; i < channels; i++, row += channels)
                for (int j = 0; j < channels; j++)
                    sums[j] += from[i] * row[j];
        }
        for (int j = 0; rectify && j < channels; j++)
            sums[j] = sums[j] > 0 ? sums[j] : 0;
    }
}
#endif

#endif
