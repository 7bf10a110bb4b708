# Positions of games as the board network sees them (see board_recorder.py).
from engine.evaluation.nnue cimport AccumulatorStack, Network
from engine.human.seen cimport Features
from engine.human.network cimport PolicyNetwork, Sums
from engine.human.sight cimport Sight
from engine.rules.position cimport Position
from engine.rules.types cimport u64

cdef enum:
    MOST = 80

cdef class BoardRecorder:
    cdef Network evaluator
    cdef PolicyNetwork policy
    cdef AccumulatorStack* stack
    cdef Position* position
    cdef Features* features
    cdef Sums* sums
    cdef Sight* sight
    cdef u64 dice
    cdef dict fields

    cdef double _random(self) noexcept nogil
    cdef _keep(self, int played, int elo, object teacher)
