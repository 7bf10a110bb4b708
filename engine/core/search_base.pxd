# What alpha-beta and Monte Carlo tree search have in common towards the outside.
from engine.core.nnue cimport Network
from engine.core.terms cimport WEIGHTS
from engine.core.worker cimport Control

cdef class SearchBase:
    cdef Control control
    cdef int weights[WEIGHTS]
    cdef object probe_owner         # keeps the prober's capsule alive
    cdef Network network            # None: the classical evaluation
