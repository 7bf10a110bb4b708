# Proof-number search for mates (df-pn).
from engine.rules.types cimport Move, u64
from engine.rules.position cimport Position

cdef enum:
    PROOF_INFINITE = 100000000

# What is known of a position with so many plies left: how many leaves at least have to be proved (a mate) or disproved.
cdef struct Proof:
    u64 key                 # the position's, mixed with the plies left
    int proof
    int disproof
    Move best               # towards the proof, where the attacker is to move

cdef class MateSearcher:
    cdef Proof* table
    cdef u64 mask
    cdef u64 node_count
    cdef u64 node_limit
    cdef u64 next_poll
    cdef long long deadline_us
    cdef int stop_request
    cdef int out_of_time
    cdef Position position

    cdef void _look_up(self, int plies, Proof* found) noexcept nogil
    cdef void _store(self, int plies, int proof, int disproof, Move best) noexcept nogil
    cdef bint _spent(self) noexcept nogil
    cdef int _moves(self, int plies, bint attacking, Move* moves) noexcept nogil
    cdef void _child(self, Move move, int plies, bint attacking, Proof* found) noexcept nogil
    cdef void _solve(self, int plies, bint attacking, int proof_limit, int disproof_limit, Proof* result) noexcept nogil
    cdef bint _proved(self, int plies, bint attacking, Proof* result) noexcept nogil
    cdef bint _verify(self, int plies) noexcept nogil
    cdef Move _longest_defence(self, int plies) noexcept nogil
