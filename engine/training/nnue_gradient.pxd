# Loss and gradients of the network in floating point (see nnue_gradient.py).
from engine.rules.types cimport i16, u8, u64

cdef enum:
    MOST_HIDDEN = 2048
    INPUT_WORDS = 48        # 3072 inputs, a bit each
    LONGEST_TRACK = 64      # positions: sums that were changed so often are made anew, against rounding

# The hidden layer of one colour, carried from one record to the next.
cdef struct Track:
    float values[MOST_HIDDEN]
    float pending[MOST_HIDDEN]      # gradient of the values, summed since the track began
    u64 present[INPUT_WORDS]        # which rows the values are the sum of
    int length                      # positions since the track began; 0: nothing stands here

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
    bint learn
    Track tracks[2]

cdef void _begin(Slopes* slopes, Track* track, const i16* rows, int count) noexcept nogil
cdef void _end(Slopes* slopes, Track* track) noexcept nogil
cdef void _follow(Slopes* slopes, Track* track, const i16* rows, int count) noexcept nogil
cdef double _position_loss(Slopes* slopes, const u8* record, float scale, float score_share, float base, float weight) noexcept nogil
