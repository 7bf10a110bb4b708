/* The network behind its accumulators: pairs of hidden units multiplied, then three small layers, in the three forms of nnue.h.

   pairs  p[i] = clamp(a[i], 0, 255) * clamp(a[i + 512], 0, 255) >> 9     1024 bytes 0..127 of both sides, 1.0 = 127
   first  s = bias + sum w * p, w 8 bits in 1/64                          16 sums, 1.0 = 8128
          x = clamp(s, 0, 8128), and clamp(s, -8128, 8128)^2 >> 13        32 values
   second t = bias + sum w * x, w 16 bits in 1/256                        32 sums
          y = clamp(t >> 8, 0, 8128)
   third  out = bias + sum w * y                                          1.0 = 8128 * 256

   |w| <= 127 in the first layer keeps two products in 16 bits; |w| <= 2040 in the others and biases up to 2^24 and 2^30 keep every
   sum in 32 bits, so that the order of adding does not matter. Most bytes of a trained network's pairs are 0: the first layer
   passes over four at once that are. */
#ifndef RATSU_NNUE_LAYERS_H
#define RATSU_NNUE_LAYERS_H

#include "nnue.h"

#define NNUE_HALF (NNUE_HIDDEN / 2)   /* pairs of one side */
#define NNUE_GROUPS (NNUE_HIDDEN / 4) /* of four bytes */
#define NNUE_ACTIVE 255               /* 1.0 of an accumulator */
#define NNUE_UNIT 8128                /* 1.0 of what the first and the second layer hand on */

/* Of one output bucket, in the order in which the loops read. */
typedef struct {
    int8_t first[NNUE_GROUPS][16][4];
    int32_t first_bias[16];
    int16_t second[16][32][2]; /* pairs of inputs, outputs */
    int32_t second_bias[32];
    int32_t third[32];
    int32_t third_bias;
    int32_t unused[15]; /* the next one begins at a cache line */
} NnueLayers;

#ifdef NNUE_CHOOSES
/* 64 bytes of pairs at a time. The second factor need not be kept from below: a negative product is packed to 0. Returns the groups
   that are not 0, one after the other, in `found`. */
NNUE_VNNI int nnue_pairs_vnni(const int16_t *own, const int16_t *other, uint8_t *pairs, int32_t *found)
{
    const __m512i zero = _mm512_setzero_si512(), one = _mm512_set1_epi16(NNUE_ACTIVE);
    const __m512i order = _mm512_setr_epi64(0, 2, 4, 6, 1, 3, 5, 7);
    __m512i numbers = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    int count = 0;
    for (int side = 0; side < 2; side++) {
        const int16_t *values = side ? other : own;
        for (int i = 0; i < NNUE_HALF; i += 64) {
            __m512i a = _mm512_min_epi16(_mm512_max_epi16(NNUE_LOAD(values + i), zero), one);
            __m512i b = _mm512_min_epi16(_mm512_max_epi16(NNUE_LOAD(values + i + 32), zero), one);
            const __m512i c = _mm512_min_epi16(NNUE_LOAD(values + NNUE_HALF + i), one);
            const __m512i d = _mm512_min_epi16(NNUE_LOAD(values + NNUE_HALF + i + 32), one);
            a = _mm512_mulhi_epi16(_mm512_slli_epi16(a, 7), c);
            b = _mm512_mulhi_epi16(_mm512_slli_epi16(b, 7), d);
            const __m512i packed = _mm512_permutexvar_epi64(order, _mm512_packus_epi16(a, b));
            _mm512_storeu_si512((void *)(pairs + side * NNUE_HALF + i), packed);
            const __mmask16 some = _mm512_test_epi32_mask(packed, packed);
            _mm512_storeu_si512((void *)(found + count), _mm512_maskz_compress_epi32(some, numbers));
            count += __builtin_popcount(some);
            numbers = _mm512_add_epi32(numbers, _mm512_set1_epi32(16));
        }
    }
    return count;
}

#define NNUE_FIRST(sum, k) _mm512_dpbusd_epi32(sum, _mm512_set1_epi32(pairs[found[k]]), NNUE_LOAD(layers->first[found[k]]))

NNUE_VNNI __m512i nnue_first_vnni(const int16_t *own, const int16_t *other, const NnueLayers *layers)
{
    int32_t pairs[NNUE_GROUPS] __attribute__((aligned(64))), found[NNUE_GROUPS + 16];
    const int count = nnue_pairs_vnni(own, other, (uint8_t *)pairs, found);
    __m512i s = NNUE_LOAD(layers->first_bias), s1 = _mm512_setzero_si512(), s2 = s1, s3 = s1;
    int k = 0;
    for (; k + 4 <= count; k += 4) {
        s = NNUE_FIRST(s, k);
        s1 = NNUE_FIRST(s1, k + 1);
        s2 = NNUE_FIRST(s2, k + 2);
        s3 = NNUE_FIRST(s3, k + 3);
    }
    for (; k < count; k++)
        s = NNUE_FIRST(s, k);
    return _mm512_add_epi32(_mm512_add_epi32(s, s1), _mm512_add_epi32(s2, s3));
}

NNUE_VNNI int32_t nnue_output_vnni(const int16_t *own, const int16_t *other, const NnueLayers *layers)
{
    const __m512i zero = _mm512_setzero_si512(), unit = _mm512_set1_epi32(NNUE_UNIT);
    const __m512i s = _mm512_min_epi32(nnue_first_vnni(own, other, layers), unit);
    const __m512i z = _mm512_max_epi32(s, _mm512_set1_epi32(-NNUE_UNIT));
    const __m512i squared = _mm512_srli_epi32(_mm512_mullo_epi32(z, z), 13);
    const __m512i x = _mm512_inserti64x4(_mm512_castsi256_si512(_mm512_cvtepi32_epi16(_mm512_max_epi32(s, zero))),
                                         _mm512_cvtepi32_epi16(squared), 1);
    int32_t inputs[16] __attribute__((aligned(64)));
    _mm512_store_si512((void *)inputs, x);
    __m512i low = NNUE_LOAD(layers->second_bias), high = NNUE_LOAD(layers->second_bias + 16), low2 = zero, high2 = zero;
    for (int pair = 0; pair < 16; pair += 2) {
        const __m512i a = _mm512_set1_epi32(inputs[pair]), b = _mm512_set1_epi32(inputs[pair + 1]);
        low = _mm512_dpwssd_epi32(low, a, NNUE_LOAD(layers->second[pair]));
        high = _mm512_dpwssd_epi32(high, a, NNUE_LOAD(layers->second[pair][16]));
        low2 = _mm512_dpwssd_epi32(low2, b, NNUE_LOAD(layers->second[pair + 1]));
        high2 = _mm512_dpwssd_epi32(high2, b, NNUE_LOAD(layers->second[pair + 1][16]));
    }
    low = _mm512_srai_epi32(_mm512_add_epi32(low, low2), 8);
    high = _mm512_srai_epi32(_mm512_add_epi32(high, high2), 8);
    low = _mm512_mullo_epi32(_mm512_min_epi32(_mm512_max_epi32(low, zero), unit), NNUE_LOAD(layers->third));
    high = _mm512_mullo_epi32(_mm512_min_epi32(_mm512_max_epi32(high, zero), unit), NNUE_LOAD(layers->third + 16));
    return layers->third_bias + _mm512_reduce_add_epi32(_mm512_add_epi32(low, high));
}

/* As nnue_pairs_vnni, 32 bytes at a time; the groups that are not 0 as set bits. */
NNUE_AVX2 void nnue_pairs_avx2(const int16_t *own, const int16_t *other, uint8_t *pairs, uint64_t *some)
{
    const __m256i zero = _mm256_setzero_si256(), one = _mm256_set1_epi16(NNUE_ACTIVE);
    for (int side = 0; side < 2; side++) {
        const int16_t *values = side ? other : own;
        for (int i = 0; i < NNUE_HALF; i += 32) {
            __m256i a = _mm256_min_epi16(_mm256_max_epi16(NNUE_LOAD2(values + i), zero), one);
            __m256i b = _mm256_min_epi16(_mm256_max_epi16(NNUE_LOAD2(values + i + 16), zero), one);
            const __m256i c = _mm256_min_epi16(NNUE_LOAD2(values + NNUE_HALF + i), one);
            const __m256i d = _mm256_min_epi16(NNUE_LOAD2(values + NNUE_HALF + i + 16), one);
            a = _mm256_mulhi_epi16(_mm256_slli_epi16(a, 7), c);
            b = _mm256_mulhi_epi16(_mm256_slli_epi16(b, 7), d);
            const __m256i packed = _mm256_permute4x64_epi64(_mm256_packus_epi16(a, b), 0xD8);
            const int at = side * NNUE_HALF + i;
            _mm256_storeu_si256((__m256i *)(pairs + at), packed);
            const unsigned empty = (unsigned)_mm256_movemask_ps(_mm256_castsi256_ps(_mm256_cmpeq_epi32(packed, zero)));
            some[at >> 8] |= (uint64_t)(~empty & 255) << ((at >> 2) & 63);
        }
    }
}

NNUE_AVX2 int32_t nnue_output_avx2(const int16_t *own, const int16_t *other, const NnueLayers *layers)
{
    int32_t pairs[NNUE_GROUPS] __attribute__((aligned(32)));
    uint64_t some[NNUE_GROUPS / 64] = {0};
    nnue_pairs_avx2(own, other, (uint8_t *)pairs, some);
    const __m256i zero = _mm256_setzero_si256(), ones = _mm256_set1_epi16(1), unit = _mm256_set1_epi32(NNUE_UNIT);
    __m256i s[2] = {NNUE_LOAD2(layers->first_bias), NNUE_LOAD2(layers->first_bias + 8)}, squared[2];
    for (int word = 0; word < NNUE_GROUPS / 64; word++)
        for (uint64_t rest = some[word]; rest; rest &= rest - 1) {
            const int group = 64 * word + __builtin_ctzll(rest);
            const __m256i p = _mm256_set1_epi32(pairs[group]);
            s[0] = _mm256_add_epi32(s[0], _mm256_madd_epi16(_mm256_maddubs_epi16(p, NNUE_LOAD2(layers->first[group])), ones));
            s[1] = _mm256_add_epi32(s[1], _mm256_madd_epi16(_mm256_maddubs_epi16(p, NNUE_LOAD2(layers->first[group][8])), ones));
        }
    for (int half = 0; half < 2; half++) {
        s[half] = _mm256_min_epi32(s[half], unit);
        const __m256i z = _mm256_max_epi32(s[half], _mm256_set1_epi32(-NNUE_UNIT));
        squared[half] = _mm256_srli_epi32(_mm256_mullo_epi32(z, z), 13);
        s[half] = _mm256_max_epi32(s[half], zero);
    }
    int32_t inputs[16] __attribute__((aligned(32)));
    _mm256_store_si256((__m256i *)inputs, _mm256_permute4x64_epi64(_mm256_packs_epi32(s[0], s[1]), 0xD8));
    _mm256_store_si256((__m256i *)(inputs + 8), _mm256_permute4x64_epi64(_mm256_packs_epi32(squared[0], squared[1]), 0xD8));
    __m256i t[4], sum = zero;
    for (int k = 0; k < 4; k++)
        t[k] = NNUE_LOAD2(layers->second_bias + 8 * k);
    for (int pair = 0; pair < 16; pair++) {
        const __m256i x = _mm256_set1_epi32(inputs[pair]);
        for (int k = 0; k < 4; k++)
            t[k] = _mm256_add_epi32(t[k], _mm256_madd_epi16(x, NNUE_LOAD2(layers->second[pair][8 * k])));
    }
    for (int k = 0; k < 4; k++) {
        const __m256i y = _mm256_min_epi32(_mm256_max_epi32(_mm256_srai_epi32(t[k], 8), zero), unit);
        sum = _mm256_add_epi32(sum, _mm256_mullo_epi32(y, NNUE_LOAD2(layers->third + 8 * k)));
    }
    __m128i four = _mm_add_epi32(_mm256_castsi256_si128(sum), _mm256_extracti128_si256(sum, 1));
    four = _mm_add_epi32(four, _mm_shuffle_epi32(four, 0x4E));
    four = _mm_add_epi32(four, _mm_shuffle_epi32(four, 0xB1));
    return layers->third_bias + _mm_cvtsi128_si32(four);
}
#endif

static int32_t nnue_clamp(int32_t value, int32_t low, int32_t high)
{
    return value < low ? low : value > high ? high : value;
}

static void nnue_pairs_plain(const int16_t *restrict values, uint8_t *restrict pairs)
{
    for (int i = 0; i < NNUE_HALF; i++) {
        int16_t a = values[i], b = values[i + NNUE_HALF];
        a = a < 0 ? 0 : a;
        a = a > NNUE_ACTIVE ? NNUE_ACTIVE : a;
        b = b < 0 ? 0 : b;
        b = b > NNUE_ACTIVE ? NNUE_ACTIVE : b;
        pairs[i] = (uint8_t)((uint16_t)(a * b) >> 9);
    }
}

static void nnue_first_plain(const uint8_t *restrict pairs, const NnueLayers *restrict layers, int32_t *restrict sums)
{
    int32_t parts[16][4] = {{0}};
    for (int group = 0; group < NNUE_GROUPS; group++) {
        const uint8_t *p = pairs + 4 * group;
        if (!(p[0] | p[1] | p[2] | p[3]))
            continue;
        for (int out = 0; out < 16; out++)
            for (int k = 0; k < 4; k++)
                parts[out][k] += (int16_t)(layers->first[group][out][k] * p[k]);
    }
    for (int out = 0; out < 16; out++)
        sums[out] = layers->first_bias[out] + parts[out][0] + parts[out][1] + parts[out][2] + parts[out][3];
}

static int32_t nnue_output_plain(const int16_t *own, const int16_t *other, const NnueLayers *layers)
{
    uint8_t pairs[NNUE_HIDDEN];
    int32_t x[32], t[32], out = layers->third_bias;
    nnue_pairs_plain(own, pairs);
    nnue_pairs_plain(other, pairs + NNUE_HALF);
    nnue_first_plain(pairs, layers, x);
    for (int i = 0; i < 16; i++) {
        const int32_t z = nnue_clamp(x[i], -NNUE_UNIT, NNUE_UNIT);
        x[16 + i] = z * z >> 13;
        x[i] = nnue_clamp(x[i], 0, NNUE_UNIT);
    }
    for (int i = 0; i < 32; i++)
        t[i] = layers->second_bias[i];
    for (int pair = 0; pair < 16; pair++)
        for (int i = 0; i < 32; i++)
            t[i] += layers->second[pair][i][0] * x[2 * pair] + layers->second[pair][i][1] * x[2 * pair + 1];
    for (int i = 0; i < 32; i++)
        out += nnue_clamp(t[i] >> 8, 0, NNUE_UNIT) * layers->third[i];
    return out;
}

static int32_t nnue_output(const int16_t *own, const int16_t *other, const NnueLayers *layers)
{
#ifdef NNUE_CHOOSES
    if (nnue_level == NNUE_IS_VNNI)
        return nnue_output_vnni(own, other, layers);
    if (nnue_level == NNUE_IS_AVX2)
        return nnue_output_avx2(own, other, layers);
#endif
    return nnue_output_plain(own, other, layers);
}

#endif
