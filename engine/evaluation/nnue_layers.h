/* The network after its accumulators and their pairs p: three small layers, in the three forms of nnue.h.

   first  s = bias + sum w * p, w 8 bits in 1/64                          16 sums, 1.0 = 8128
          x = clamp(s, 0, 8128), and clamp(s, -8128, 8128)^2 >> 13        32 values
   second t = bias + sum w * x, w 16 bits in 1/256                        32 sums
          y = clamp(t >> 8, 0, 8128)
   third  out = bias + sum w * y                                          1.0 = 8128 * 256

   |w| <= 127 in the first layer keeps two products in 16 bits; |w| <= 2040 in the others and biases up to 2^24 and 2^30 keep every
   sum in 32 bits, so that the order of adding does not matter. The first layer passes over groups of four pairs that
   are 0. */
#ifndef RATSU_NNUE_LAYERS_H
#define RATSU_NNUE_LAYERS_H

#include "nnue.h"

#define NNUE_UNIT 8128 /* 1.0 of what the first and the second layer hand on */

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
NNUE_VNNI NNUE_INLINE __m512i nnue_group_vnni(__m512i sum, const NnuePairs *pairs, int k, const NnueLayers *layers)
{
    const size_t group = (uint32_t)pairs->found[k]; /* unsigned: an unchanged address */
    int32_t four;
    memcpy(&four, pairs->bytes + 4 * group, 4);
    return _mm512_dpbusd_epi32(sum, _mm512_set1_epi32(four), NNUE_LOAD(layers->first[group]));
}

NNUE_VNNI NNUE_INLINE __m512i nnue_first_vnni(const NnuePairs *pairs, const NnueLayers *layers)
{
    __m512i s = NNUE_LOAD(layers->first_bias), s1 = _mm512_setzero_si512(), s2 = s1, s3 = s1;
    const int count = pairs->count;
    int k = 0;
    for (; k + 4 <= count; k += 4) {
        s = nnue_group_vnni(s, pairs, k, layers);
        s1 = nnue_group_vnni(s1, pairs, k + 1, layers);
        s2 = nnue_group_vnni(s2, pairs, k + 2, layers);
        s3 = nnue_group_vnni(s3, pairs, k + 3, layers);
    }
    for (; k < count; k++)
        s = nnue_group_vnni(s, pairs, k, layers);
    return _mm512_add_epi32(_mm512_add_epi32(s, s1), _mm512_add_epi32(s2, s3));
}

NNUE_VNNI int32_t nnue_output_vnni(const NnuePairs *pairs, const NnueLayers *layers)
{
    const __m512i zero = _mm512_setzero_si512(), unit = _mm512_set1_epi32(NNUE_UNIT);
    const __m512i s = _mm512_min_epi32(nnue_first_vnni(pairs, layers), unit);
    const __m512i z = _mm512_max_epi32(s, _mm512_set1_epi32(-NNUE_UNIT));
    const __m512i squared = _mm512_srli_epi32(_mm512_mullo_epi32(z, z), 13);
    const __m512i x = _mm512_inserti64x4(_mm512_castsi256_si512(_mm512_cvtepi32_epi16(_mm512_max_epi32(s, zero))),
                                         _mm512_cvtepi32_epi16(squared), 1);
    int32_t inputs[16] __attribute__((aligned(64)));
    _mm512_store_si512((void *)inputs, x);
    __m512i low[4] = {NNUE_LOAD(layers->second_bias), zero, zero, zero}, high[4] = {NNUE_LOAD(layers->second_bias + 16), zero, zero, zero};
    for (int pair = 0; pair < 16; pair += 4)
        for (int k = 0; k < 4; k++) {
            const __m512i two = _mm512_set1_epi32(inputs[pair + k]);
            low[k] = _mm512_dpwssd_epi32(low[k], two, NNUE_LOAD(layers->second[pair + k]));
            high[k] = _mm512_dpwssd_epi32(high[k], two, NNUE_LOAD(layers->second[pair + k][16]));
        }
    __m512i y = _mm512_add_epi32(_mm512_add_epi32(low[0], low[1]), _mm512_add_epi32(low[2], low[3]));
    __m512i y2 = _mm512_add_epi32(_mm512_add_epi32(high[0], high[1]), _mm512_add_epi32(high[2], high[3]));
    y = _mm512_min_epi32(_mm512_max_epi32(_mm512_srai_epi32(y, 8), zero), unit);
    y2 = _mm512_min_epi32(_mm512_max_epi32(_mm512_srai_epi32(y2, 8), zero), unit);
    y = _mm512_mullo_epi32(y, NNUE_LOAD(layers->third));
    y2 = _mm512_mullo_epi32(y2, NNUE_LOAD(layers->third + 16));
    return layers->third_bias + _mm512_reduce_add_epi32(_mm512_add_epi32(y, y2));
}

NNUE_AVX2 int32_t nnue_output_avx2(const NnuePairs *pairs, const NnueLayers *layers)
{
    const __m256i zero = _mm256_setzero_si256(), ones = _mm256_set1_epi16(1), unit = _mm256_set1_epi32(NNUE_UNIT);
    __m256i s[2] = {NNUE_LOAD2(layers->first_bias), NNUE_LOAD2(layers->first_bias + 8)}, squared[2];
    for (int word = 0; word < NNUE_GROUPS / 64; word++)
        for (uint64_t rest = pairs->some[word]; rest; rest &= rest - 1) {
            const int group = 64 * word + __builtin_ctzll(rest);
            int32_t four;
            memcpy(&four, pairs->bytes + 4 * group, 4);
            const __m256i p = _mm256_set1_epi32(four);
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

/* A group's four bytes, sixteen times one after the other. */
static void nnue_spread(const uint8_t *p, int16_t *restrict out)
{
    const int16_t small[4] = {p[0], p[1], p[2], p[3]};
    uint64_t four, all[16];
    memcpy(&four, small, 8);
    for (int k = 0; k < 16; k++)
        all[k] = four;
    memcpy(out, all, sizeof all);
}

/* Adds the products of two groups, in flat loops that compilers turn into vector code: both products of a byte and a weight fit in
   16 bits, and so does their sum. */
static void nnue_two_plain(const uint8_t *p, const uint8_t *q, const int8_t *restrict v, const int8_t *restrict w,
                           int32_t *restrict parts)
{
    int16_t ps[64], qs[64], sums[64];
    nnue_spread(p, ps);
    nnue_spread(q, qs);
    for (int k = 0; k < 64; k++)
        sums[k] = (int16_t)((int16_t)(v[k] * ps[k]) + (int16_t)(w[k] * qs[k]));
    for (int k = 0; k < 64; k++)
        parts[k] += sums[k];
}

static void nnue_first_plain(const uint8_t *bytes, const NnueLayers *layers, int32_t *sums)
{
    int32_t parts[64] = {0};
    int found[NNUE_GROUPS + 1], count = 0;
    for (int group = 0; group < NNUE_GROUPS; group++) {
        uint32_t four;
        memcpy(&four, bytes + 4 * group, 4);
        found[count] = group;
        count += four != 0;
    }
    static const uint8_t none[4] = {0};
    for (int k = 0; k < count; k += 2) {
        const int one = found[k], two = k + 1 < count ? found[k + 1] : one;
        nnue_two_plain(bytes + 4 * one, k + 1 < count ? bytes + 4 * two : none, layers->first[one][0], layers->first[two][0],
                       parts);
    }
    for (int out = 0; out < 16; out++)
        sums[out] = layers->first_bias[out] + parts[4 * out] + parts[4 * out + 1] + parts[4 * out + 2] + parts[4 * out + 3];
}

static void nnue_second_plain(const int16_t *x, const NnueLayers *restrict layers, int32_t *restrict sums)
{
    int32_t parts[64] = {0};
    for (int pair = 0; pair < 16; pair++) {
        int32_t two, all[32];
        int16_t xs[64];
        memcpy(&two, x + 2 * pair, 4);
        for (int k = 0; k < 32; k++)
            all[k] = two;
        memcpy(xs, all, sizeof all);
        const int16_t *w = layers->second[pair][0];
        for (int k = 0; k < 64; k++)
            parts[k] += (int32_t)xs[k] * (int32_t)w[k];
    }
    for (int out = 0; out < 32; out++)
        sums[out] = layers->second_bias[out] + parts[2 * out] + parts[2 * out + 1];
}

static int32_t nnue_output_plain(const NnuePairs *pairs, const NnueLayers *layers)
{
    int16_t x[32];
    int32_t s[16], t[32], out = layers->third_bias;
    nnue_first_plain(pairs->bytes, layers, s);
    for (int i = 0; i < 16; i++) {
        const int32_t z = nnue_clamp(s[i], -NNUE_UNIT, NNUE_UNIT);
        x[i] = (int16_t)nnue_clamp(s[i], 0, NNUE_UNIT);
        x[16 + i] = (int16_t)(z * z >> 13);
    }
    nnue_second_plain(x, layers, t);
    for (int i = 0; i < 32; i++)
        out += nnue_clamp(t[i] >> 8, 0, NNUE_UNIT) * layers->third[i];
    return out;
}

static int32_t nnue_output(const NnuePairs *pairs, const NnueLayers *layers)
{
#ifdef NNUE_CHOOSES
    if (nnue_level == NNUE_IS_VNNI)
        return nnue_output_vnni(pairs, layers);
    if (nnue_level == NNUE_IS_AVX2)
        return nnue_output_avx2(pairs, layers);
#endif
    return nnue_output_plain(pairs, layers);
}

#endif
