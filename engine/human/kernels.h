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
   Four inputs at a time for two squares: so compilers turn it into vector code (40 GFLOPS on one core; sixteen sums held
   in arrays: 6). */
HUMAN_KERNEL void human_convolve(float *restrict y, const float *restrict x, const float *restrict weights,
                                 const float *restrict bias, int channels, int rectify)
{
    for (int square = 11; square < 89; square += square % 10 == 7 ? 4 : 2) {
        float *restrict a = y + square * channels, *restrict b = a + channels;
        for (int j = 0; j < channels; j++)
            a[j] = b[j] = bias[j];
        for (int tap = 0; tap < 9; tap++) {
            const float *from = x + (square + 10 * (tap / 3 - 1) + tap % 3 - 1) * channels;
            const float *row = weights + tap * channels * channels;
            for (int i = 0; i < channels; i += 4, row += 4 * channels) {
                const float *p = from + i, *q = p + channels;
                const float *restrict r0 = row, *restrict r1 = r0 + channels;
                const float *restrict r2 = r1 + channels, *restrict r3 = r2 + channels;
                for (int j = 0; j < channels; j++) {
                    a[j] += p[0] * r0[j] + p[1] * r1[j] + p[2] * r2[j] + p[3] * r3[j];
                    b[j] += q[0] * r0[j] + q[1] * r1[j] + q[2] * r2[j] + q[3] * r3[j];
                }
            }
        }
        if (rectify)
            for (int j = 0; j < channels; j++) {
                a[j] = a[j] > 0 ? a[j] : 0;
                b[j] = b[j] > 0 ? b[j] : 0;
            }
    }
}

#endif
