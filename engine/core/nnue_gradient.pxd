# Loss and gradients of the network in floating point (see nnue_gradient.py).
from engine.core.types cimport i16, u8

cdef enum:
    MOST_HIDDEN = 2048

# Where the weights and their gradients stand, row by row.
cdef struct Slopes:
    const float* features
    const float* bias
    const float* output
    const float* output_bias
    float* feature_gradient
    float* bias_gradient
    float* output_gradient
    float* output_bias_gradient
    int hidden

cdef double _position_loss(Slopes* slopes, const u8* record, float scale, float score_share, float base, float weight, bint learn) noexcept nogil
