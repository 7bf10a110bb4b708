/* The vector loops that only learning needs (see engine/human/kernels.h). */
#ifndef RATSU_HUMAN_LEARNING_H
#define RATSU_HUMAN_LEARNING_H

#include <math.h>

/* g *= derivative of clamp(x, 0, 1)^2 at x */
static void learn_back(float *restrict g, const float *restrict x, int n)
{
    for (int i = 0; i < n; i++)
        g[i] *= x[i] > 0 && x[i] < 1 ? 2 * x[i] : 0;
}

/* One step of Adam on n weights; the gradient is cleared. `rate` already holds the correction of the first steps. */
static void learn_step(float *restrict w, float *restrict g, float *restrict mean, float *restrict square, float scale,
                       float rate, float decay, long n)
{
    for (long i = 0; i < n; i++) {
        float d = g[i] * scale;
        g[i] = 0;
        mean[i] = 0.9f * mean[i] + 0.1f * d;
        square[i] = 0.999f * square[i] + 0.001f * d * d;
        w[i] -= rate * (mean[i] / (sqrtf(square[i]) + 1e-8f) + decay * w[i]);
    }
}

#endif
