# Solved positions put into a file's order (see arrange.py).
from engine.rules.types cimport u16, u64
from tablebases.generate.retrograde cimport Solver
from tablebases.probe.geometry cimport Layout
from tablebases.generate.numbering cimport Material
from tablebases.generate.numbering cimport Slice

cdef enum:
    FREE = 0xFFFF        # a DTZ entry that no prober reads
    ANY_RESULT = 0x1F    # a WDL entry that no legal position addresses

# Not for other modules.
cdef void _list_order(Material* material, Slice* slice, Layout* layout, int flip, unsigned char* order) noexcept nogil
cdef bint _arrange_slice(Material* material, Slice* slice, Layout* layout, int side, int flip, unsigned char* results, u16* distances) noexcept nogil
