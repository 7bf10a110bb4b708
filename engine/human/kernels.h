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
   Four squares and sixteen channels at a time: their sums stay in registers. */
HUMAN_KERNEL void human_convolve(float *restrict y, const float *restrict x, const float *restrict weights,
                                 const float *restrict bias, int channels, int rectify)
{
    for (int rank = 0; rank < 8; rank++)
        for (int file = 0; file < 8; file += 4)
            for (int block = 0; block < channels; block += 16) {
                int square = 11 + 10 * rank + file;
                float a[16], b[16], c[16], d[16];
                for (int j = 0; j < 16; j++)
                    a[j] = b[j] = c[j] = d[j] = bias[block + j];
                for (int tap = 0; tap < 9; tap++) {
                    const float *from = x + (square + 10 * (tap / 3 - 1) + tap % 3 - 1) * channels;
                    const float *row = weights + tap * channels * channels + block;
                    for (int i = 0; i < channels; i++, row += channels) {
                        float p = from[i], q = from[channels + i], r = from[2 * channels + i], s = from[3 * channels + i];
                        for (int j = 0; j < 16; j++) {
                            a[j] += p * row[j];
                            b[j] += q * row[j];
                            c[j] += r * row[j];
                            d[j] += s * row[j];
                        }
                    }
                }
                float *to = y + square * channels + block;
                for (int j = 0; j < 16; j++) {
                    to[j] = rectify && a[j] < 0 ? 0 : a[j];
                    to[channels + j] = rectify && b[j] < 0 ? 0 : b[j];
                    to[2 * channels + j] = rectify && c[j] < 0 ? 0 : c[j];
                    to[3 * channels + j] = rectify && d[j] < 0 ? 0 : d[j];
                }
            }
}

#endif
