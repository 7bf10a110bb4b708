/* Vector loops over floats: plain C that compilers turn into vector code. Sizes are multiples of 16. */
#ifndef RATSU_HUMAN_KERNELS_H
#define RATSU_HUMAN_KERNELS_H

#if defined(__GNUC__) && defined(__x86_64__) && !defined(_WIN32)
#define HUMAN_CHOOSES 1 /* between instruction sets, when the program is loaded */
#endif
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

/* A 3 x 3 convolution from x to y, boards [100][channels] with a rim of zeros. Weights [channels / 16][9][channels][16]: sixteen
   outputs, taps, inputs. Taps whose rank lies on the rim are left out. On one core of a Xeon of 2023 a convolution of 128 channels has
   174 GFLOPS with AVX-512, 97 with AVX2. */
#define HUMAN_FIRST_TAP(rank) ((rank) == 0 ? 3 : 0)
#define HUMAN_LAST_TAP(rank) ((rank) == 7 ? 6 : 9)
#define HUMAN_TAP(tap) (10 * ((tap) / 3 - 1) + (tap) % 3 - 1) /* squares from the middle */
#define HUMAN_CONVOLUTION                                                                                                     \
    (float *restrict y, const float *restrict x, const float *restrict weights, const float *restrict bias, int channels,      \
     int rectify)

#if defined(__GNUC__)
typedef float human_4 __attribute__((vector_size(16), aligned(4)));
typedef float human_8 __attribute__((vector_size(32), aligned(4)));
typedef float human_16 __attribute__((vector_size(64), aligned(4)));

/* The squares of a rank computed at once, with two vectors of outputs: their sums stay in registers. */
#define HUMAN_CONVOLVE(squares, vector)                                                                                       \
    enum { lanes = sizeof(vector) / sizeof(float) };                                                                           \
    for (int j = 0; j < channels; j += 2 * lanes) {                                                                            \
        const float *block = weights + j / 16 * 9 * channels * 16 + j % 16;                                                    \
        const float *other = lanes == 16 ? block + 9 * channels * 16 : block + lanes;                                          \
        for (int part = 0; part < 64; part += squares) {                                                                       \
            const int square = 11 + part + part / 8 * 2;                                                                       \
            vector sums[squares][2];                                                                                           \
            for (int k = 0; k < squares; k++) {                                                                                \
                sums[k][0] = *(const vector *)(bias + j);                                                                      \
                sums[k][1] = *(const vector *)(bias + j + lanes);                                                              \
            }                                                                                                                  \
            for (int tap = HUMAN_FIRST_TAP(part / 8); tap < HUMAN_LAST_TAP(part / 8); tap++) {                                 \
                const float *from = x + (square + HUMAN_TAP(tap)) * channels;                                                  \
                for (int i = 0, at = tap * channels * 16; i < channels; i++, at += 16) {                                       \
                    const vector first = *(const vector *)(block + at), second = *(const vector *)(other + at);                \
                    for (int k = 0; k < squares; k++) {                                                                        \
                        sums[k][0] += from[k * channels + i] * first;                                                          \
                        sums[k][1] += from[k * channels + i] * second;                                                         \
                    }                                                                                                          \
                }                                                                                                              \
            }                                                                                                                  \
            for (int k = 0; k < squares; k++) {                                                                                \
                float *to = y + (square + k) * channels + j;                                                                   \
                *(vector *)to = sums[k][0];                                                                                    \
                *(vector *)(to + lanes) = sums[k][1];                                                                          \
                for (int n = 0; rectify && n < 2 * lanes; n++)                                                                 \
                    to[n] = to[n] > 0 ? to[n] : 0;                                                                             \
            }                                                                                                                  \
        }                                                                                                                      \
    }

static void human_convolve_plain HUMAN_CONVOLUTION
{
#ifdef __AVX2__
    HUMAN_CONVOLVE(4, human_8)
#else
    HUMAN_CONVOLVE(4, human_4)
#endif
}
#else
static void human_convolve_plain HUMAN_CONVOLUTION
{
    for (int j = 0; j < channels; j += 16, weights += 9 * channels * 16)
        for (int square = 11; square < 89; square += square % 10 == 8 ? 3 : 1) {
            float sums[16];
            for (int n = 0; n < 16; n++)
                sums[n] = bias[j + n];
            for (int tap = HUMAN_FIRST_TAP(square / 10 - 1); tap < HUMAN_LAST_TAP(square / 10 - 1); tap++) {
                const float *from = x + (square + HUMAN_TAP(tap)) * channels;
                const float *row = weights + tap * channels * 16;
                for (int i = 0; i < channels; i++, row += 16)
                    for (int n = 0; n < 16; n++)
                        sums[n] += from[i] * row[n];
            }
            for (int n = 0; n < 16; n++)
                y[square * channels + j + n] = rectify && !(sums[n] > 0) ? 0 : sums[n];
        }
}
#endif

static int human_vectors = 0; /* 256: AVX2 with FMA; 512: AVX-512; tests change it */

#ifdef HUMAN_CHOOSES
__attribute__((constructor)) static void human_choose(void)
{
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        human_vectors = __builtin_cpu_supports("avx512f") ? 512 : 256;
}

__attribute__((target("avx2,fma"))) static void human_convolve_256 HUMAN_CONVOLUTION
{
    HUMAN_CONVOLVE(4, human_8)
}

__attribute__((target("avx512f,fma"))) static void human_convolve_512 HUMAN_CONVOLUTION
{
    HUMAN_CONVOLVE(8, human_16)
}
#endif

static void human_convolve HUMAN_CONVOLUTION
{
#ifdef HUMAN_CHOOSES
    if (human_vectors == 512 && channels % 32 == 0)
        human_convolve_512(y, x, weights, bias, channels, rectify);
    else if (human_vectors >= 256)
        human_convolve_256(y, x, weights, bias, channels, rectify);
    else
#endif
        human_convolve_plain(y, x, weights, bias, channels, rectify);
}

#endif
