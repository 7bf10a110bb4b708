# Proof-number search for mates (df-pn).
from engine.rules.types cimport Move, u8, u32, u64
from engine.rules.position cimport Position

cdef enum:
    PROOF_INFINITE = 100000000
    PROOF_SLOTS = 4                 # a bucket is a cache line

# A table entry: the least number of leaves to be proved (a mate) or disproved. A proof in `plies` also holds for more
# plies, a disproof for fewer; all other numbers hold for exactly this number.
cdef struct Proof:
    u32 check                       # the key's upper half
    Move best                       # towards the proof, if the attacker is to move
    u8 plies
    u8 verified                     # the proof was checked against every defence
    int proof
    int disproof

cdef struct ProofBucket:
    Proof slots[PROOF_SLOTS]

cdef class MateSearcher:
    cdef ProofBucket* table
    cdef u64 bucket_mask
    cdef bint hunt_is_near
    cdef u64 node_count
    cdef u64 node_limit             # of the whole search
    cdef u64 budget                 # node_count at which the present attempt is given up
    cdef u64 next_poll
    cdef long long deadline_us
    cdef int stop_request
    cdef int out_of_time
    cdef bint counts_fifty          # the fifty-move rule could end the game within the mate
    cdef Position position

    cdef int _set_up(self, object board, int moves, u64 buckets, u64 node_limit, long long deadline_us) except -1
    cdef void _release(self) noexcept
    cdef int _hunted(self, u64 nodes) noexcept nogil
    cdef ProofBucket* _bucket(self, u32* check) noexcept nogil
    cdef bint _look_up(self, int plies, Proof* found) noexcept nogil
    cdef void _store(self, int plies, const Proof* known) noexcept nogil
    cdef bint _spent(self) noexcept nogil
    cdef Move _mate_in_one(self, Move hint) noexcept nogil
    cdef bint _defended(self, Move* refuter) noexcept nogil
    cdef void _child(self, Move move, int plies, bint attacking, Move* refuter, Proof* found) noexcept nogil
    cdef void _solve(self, int plies, bint attacking, int proof_limit, int disproof_limit, Proof* result) noexcept nogil
    cdef bint _proved(self, int plies, Proof* result) noexcept nogil
    cdef int _attempt(self, int plies, u64 nodes, Proof* result) noexcept nogil
    cdef int _verify(self, int plies) noexcept nogil
    cdef Move _longest_defence(self, int plies) noexcept nogil
    cdef int _shortest(self, int moves) noexcept nogil
