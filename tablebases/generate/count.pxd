# Counts of solved positions (see count.py).
from tablebases.generate.retrograde cimport Solver
from tablebases.generate.numbering cimport Material
from tablebases.generate.numbering cimport Slice
from engine.rules.types cimport u64

# Not for other modules.
cdef bint _is_first_image(Material* material, Slice* slice, u64 index) noexcept nogil
