# Histories: read while moves are judged, updated after cutoffs.
from engine.rules.types cimport Move, i16, EN_PASSANT, NO_PIECE, move_kind, move_source, move_target
from engine.search.history cimport Histories, attacked_ends
from engine.search.worker cimport Frame, Worker

cdef inline i16* capture_counter(Worker* worker, Move move) noexcept nogil:
    cdef int target = move_target(move)
    cdef int victim = worker.position.board[target]
    cdef int kind = victim % 6 if victim != NO_PIECE else (0 if move_kind(move) == EN_PASSANT else 6)
    return &worker.histories.capture[worker.position.board[move_source(move)]][target][kind]

cdef inline int quiet_history(Worker* worker, Frame* frame, Move move) noexcept nogil:
    cdef Histories* h = &worker.histories
    cdef int source = move_source(move)
    cdef int target = move_target(move)
    cdef int index = worker.position.board[source] * 64 + target
    return (
        2 * h.quiet[worker.position.side][attacked_ends(frame.threats.every, source, target)][source * 64 + target]
        + h.continuation[(frame - 1).row][index]
        + h.continuation[(frame - 2).row][index]
        + h.continuation[(frame - 4).row][index]
    )

cdef void bump_quiet(Worker* worker, Frame* frame, Move move, int bonus) noexcept nogil
cdef void learn_correction(Worker* worker, Frame* frame, int depth, int error) noexcept nogil
cdef void reward(Worker* worker, Frame* frame, Move best, int depth, Move* quiets, int quiet_count, Move* noisies, int noisy_count) noexcept nogil
cdef void reward_previous(Worker* worker, Frame* frame, int depth) noexcept nogil
cdef void reward_reply(Worker* worker, Frame* frame, int bonus) noexcept nogil
