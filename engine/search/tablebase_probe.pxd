# Tablebases inside the tree.
from engine.search.worker cimport Frame, Worker

cdef int probe_tablebases(Worker* worker, Frame* frame, int depth, int draw, int* bound) noexcept nogil
