# The board network's shape and weights (see board_network.py).
from engine.evaluation.nnue cimport AccumulatorStack, Network
from engine.human.sight cimport PLANES, Asked, Sight
from engine.rules.position cimport Position
from engine.rules.types cimport u64

cdef enum:
    MOST_CHANNELS = 128
    MOST_BLOCKS = 16
    REACH = 32              # numbers of a square's vector
    GATE = 32               # hidden numbers between what is known and a block's gates
    PROMOTIONS = 5          # numbers of what a pawn becomes: nothing, knight, bishop, rook, queen
    MOST_LAYERS = 67        # 3 + 4 * MOST_BLOCKS
    MOST_INPUTS = 152       # of a gate: MOST_CHANNELS + KNOWN
    MOST_GATES = 256        # 2 * MOST_CHANNELS
    PADDED = 100            # squares with a rim of one

# `weights` stand by input: [width][rows]; those of a block's convolutions as human_convolve wants them. A convolution's width is
# 9 * inputs, taps outside.
cdef struct Layer:
    int rows
    int width
    float* weights
    float* bias

cdef class BoardNetwork:
    cdef int channels
    cdef int blocks
    cdef float promotion[PROMOTIONS]
    cdef Layer layers[MOST_LAYERS]
    cdef Network evaluator
    cdef AccumulatorStack* stack
    cdef Position* position
    cdef float* memory
    cdef float* room        # five boards [PADDED][channels], whose rims stay 0; the last two are those of `begun`
    cdef u64 begun[PLANES]  # of which planes entry and first block stand in `room`; all 0: of none

    cdef void look(self, const Sight* sight) noexcept nogil
    cdef void begin(self, const Sight* sight) noexcept nogil
