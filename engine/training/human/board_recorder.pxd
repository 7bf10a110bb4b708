# Training records of the board network (see board_recorder.py).
from engine.evaluation.nnue cimport AccumulatorStack, Network
from engine.human.network_input cimport NetworkInput
from engine.rules.position cimport Position

cdef enum:
    MOST = 80

cdef class BoardRecorder:
    cdef Network evaluator
    cdef AccumulatorStack* stack
    cdef Position* position
    cdef NetworkInput network_input
    cdef dict fields

    cdef _keep(self, int played, int elo, int ply)
