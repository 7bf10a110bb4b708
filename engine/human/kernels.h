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



#endif
