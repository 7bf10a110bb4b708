# The board network's shape and weights (see board_network.py).
from engine.evaluation.nnue cimport AccumulatorStack, Network
from engine.human.network_input cimport PLANES, PlayerInput, NetworkInput
from engine.rules.position cimport Position
from engine.rules.types cimport u64

cdef enum:
    MOST_CHANNELS = 128
    MOST_BLOCKS = 16
    REACH = 32              # length of a square's vector
    GATE = 32               # hidden units of a block's gates
    PROMOTIONS = 5          # biases: no promotion, knight, bishop, rook, queen
    MOST_LAYERS = 67        # 3 + 4 * MOST_BLOCKS
    MOST_INPUTS = 152       # of a gate: MOST_CHANNELS + KNOWN
    MOST_GATES = 256        # 2 * MOST_CHANNELS
    PADDED = 100            # 8x8 squares with a border of one square

# `weights`: [width][rows]; a block's convolutions are in the layout of human_convolve. A convolution's width is
# 9 * inputs, ordered by tap, then by input.
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
    cdef float* memory      # the weights; NULL: they are those of `owner`
    cdef BoardNetwork owner
    cdef float* room        # five boards [PADDED][channels] with borders of 0; the last two are the cache of `begun`
    cdef u64 begun[PLANES]  # the planes whose entry and first block are in `room`; all 0: nothing is cached

    cdef int make_room(self) except -1
    cdef void look(self, const NetworkInput* network_input) noexcept nogil
    cdef void begin(self, const NetworkInput* network_input) noexcept nogil
