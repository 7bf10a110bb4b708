# Each value against those after its moves (see negamax.py).
from tablebases.probe.placement cimport Placement
from tablebases.probe.lookup cimport Probing
from tablebases.probe.placement cimport Step
from engine.rules.types cimport u64

# Not for other modules.
cdef int _compare(Probing* probing, Placement* position, bint exact) noexcept nogil
cdef int _expected_result(int result, int distance, int best) noexcept nogil
cdef int _compare_distance(Probing* probing, Placement* position, Step* steps, int count, int result, int distance) noexcept nogil
cdef void _random_placement(const unsigned char* codes, int piece_count, u64* state, Placement* position) noexcept nogil
