# Results and distances of positions (see probe.py).
from engine.rules.position cimport Position
from tablebases.probe.lookup cimport Probing
from tablebases.probe.placement cimport Placement

cdef int probe_wdl(Probing* probing, const Placement* position) noexcept nogil
cdef int probe_dtz(Probing* probing, const Placement* position, bint* known) noexcept nogil
cdef int probe_wdl_core(const Position* position, void* probing) noexcept nogil    # a WdlProbe of the search

# Not for other modules.
cdef int _without_ep(Probing* probing, const Placement* position, int alpha, int beta, bint* by_capture) noexcept nogil
cdef int _result(Probing* probing, const Placement* position, bint* zeroing) noexcept nogil
cdef bint _ep_is_better(Probing* probing, const Placement* position, int wdl) noexcept nogil
cdef int _win_by_search(Probing* probing, const Placement* position, bint* known) noexcept nogil
cdef int _lost_distance(Probing* probing, Placement* child, bint* known) noexcept nogil
cdef int _reached_by(Probing* probing, const Placement* position, int wdl, int kinds) noexcept nogil
cdef int _won_distance(Probing* probing, Placement* child, bint* known) noexcept nogil
cdef int _loss_by_search(Probing* probing, const Placement* position, int wdl, bint* known) noexcept nogil
