# Results and distances of positions (see probe.py).
from engine.rules.position cimport Position
from tablebases.probe.lookup cimport Probing
from tablebases.probe.placement cimport Placement

cdef int probe_wdl(Probing* probing, const Placement* position) noexcept nogil
cdef int probe_dtz(Probing* probing, const Placement* position, bint* known) noexcept nogil
cdef int probe_wdl_core(const Position* position, void* probing) noexcept nogil    # a WdlProbe of the search
