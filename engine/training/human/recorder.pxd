# Positions of games as records of features (see recorder.py).
from engine.evaluation.nnue cimport AccumulatorStack, Network
from engine.human.seen cimport Features
from engine.rules.position cimport Position
from engine.rules.types cimport u8, u16, u64

# What a record begins with; then the position's rows (u16), the moves (MoveFeatures) and, if `taught`, the teacher's chances
# of the moves (u16, 1/65,535).
cdef struct RecordHead:
    u16 context_count
    u8 move_count
    u8 played             # index of the move that was played
    u16 elo
    u8 taught
    u8 site

cdef class Recorder:
    cdef Network network
    cdef AccumulatorStack* stack
    cdef Position* position
    cdef Features* features
    cdef u64 dice
    cdef bytearray out

    cdef double _random(self) noexcept nogil
    cdef _keep(self, int played, int elo, int site, object teacher)
