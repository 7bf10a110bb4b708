# Another engine's network (see foreign_net.py).
from engine.rules.position cimport Position
from engine.rules.types cimport i16, u8

cdef enum:
    LARGEST_HALF = 3072         # hidden units seen by one side: 1,024 in Stockfish 15.1, 3,072 in 17.1
    PLANES = 704                # 11 kinds of pieces on 64 squares: both kings share one
    FEATURES = 22_528           # PLANES for each of 32 squares of the own king, which is mirrored to the files e to h
    BUCKETS = 8                 # layer stacks, by the number of pieces
    FIRST = 16                  # outputs of the first dense layer; the last is added to the result unchanged
    MIDDLE = 32
    LARGEST_CP = 32_000

cdef struct Stack:
    int first_bias[FIRST]
    i16 first[FIRST][LARGEST_HALF]      # int8 in the file
    int second_bias[MIDDLE]
    i16 second[MIDDLE][MIDDLE]
    int third_bias
    i16 third[MIDDLE]

# `bias` has `half` values, `feature` FEATURES rows of as many.
cdef struct ForeignWeights:
    int half
    i16* bias
    i16* feature
    int material[FEATURES][BUCKETS]
    Stack stacks[BUCKETS]

# The hidden layer of one side for its king on one square, and the board it stands for.
cdef struct Seen:
    i16 values[LARGEST_HALF]
    int material[BUCKETS]
    u8 board[64]

cdef class ForeignNetwork:
    cdef ForeignWeights* weights
    cdef Seen* seen             # [2][64]
    cdef Position position

    cdef Seen* _hidden(self, int side) noexcept nogil
    cdef int _outputs(self, int* material) noexcept nogil
    cdef int _value(self) noexcept nogil
    cdef int _centipawns(self) noexcept nogil

# Not for other modules.
cdef int _stack_output(const Stack* stack, const i16* pairs, int half) noexcept nogil
