# The board network's shape and weights (see board_network.py).
from engine.human.seen cimport Features
from engine.human.sight cimport Sight

cdef enum:
    MOST_CHANNELS = 128
    MOST_BLOCKS = 16
    REACH = 32              # numbers of a square's vector
    GATE = 32               # hidden numbers between what is known and a block's gates
    MOST_LAYERS = 67        # 3 + 4 * MOST_BLOCKS
    MOST_INPUTS = 152       # of a gate: MOST_CHANNELS + KNOWN
    MOST_GATES = 256        # 2 * MOST_CHANNELS
    PADDED = 100            # squares with a rim of one

# `weights` stand by input: [width][rows]; a convolution's width is 9 * inputs, taps outside.
cdef struct Layer:
    int rows
    int width
    float* weights
    float* bias

cdef class BoardNetwork:
    cdef int channels
    cdef int blocks
    cdef float share
    cdef Layer layers[MOST_LAYERS]
    cdef float* memory
    cdef float* room        # three boards [PADDED][channels], whose rims stay 0

    cdef void look(self, const Sight* sight) noexcept nogil
    cdef void add(self, const Sight* sight, const Features* features, float* logits) noexcept nogil
