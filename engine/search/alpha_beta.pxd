# The tree search: principal variation search and quiescence.
from engine.rules.types cimport Move, u64
from engine.rules.position cimport Position
from engine.search.movepick cimport Picker
from engine.search.worker cimport Frame, Worker

cdef int search(Worker* worker, Frame* frame, int alpha, int beta, int depth, bint cut_node) noexcept nogil
cdef int quiescence(Worker* worker, Frame* frame, int alpha, int beta, int depth) noexcept nogil

# The steps of these, not for other modules.
cdef int _draw_score(Worker* worker) noexcept nogil
cdef bint _is_draw(Position* position, int ply) noexcept nogil
cdef void _extend_pv(Frame* frame, Move move) noexcept nogil
cdef void _fill_picker(Worker* worker, Frame* frame, Picker* picker, Move hash_move) noexcept nogil
cdef void _make_move(Worker* worker, Frame* frame, Move move) noexcept nogil
cdef void _prefetch(Worker* worker, Move move) noexcept nogil
cdef int _null_move(Worker* worker, Frame* frame, int beta, int depth, int estimate, bint cut_node) noexcept nogil
cdef int _probcut(Worker* worker, Frame* frame, int beta, int depth, Move hash_move, int raw, bint cut_node) noexcept nogil
cdef void _record_root(Worker* worker, Move move, int score, int alpha, int beta, int number, u64 nodes) noexcept nogil
