# Learned positions: corrected scores from earlier games and analyses, probed by every search. Open addressing by key.
from engine.rules.types cimport SCORE_MATE_BOUND, u64

cdef struct Learned:
    u64 key                 # 0: empty
    int score               # for the side to move; a proved mate counts from here
    int depth               # of the search that gave the score
    int bound               # as in transposition.pxd: exact, or lower if only one reply was seen

cdef struct LearnedTable:
    Learned* slots          # NULL: nothing learned
    u64 mask                # slots - 1, a power of two less one

cdef inline const Learned* learned_find(const LearnedTable* table, u64 key) noexcept nogil:
    cdef u64 at = key & table.mask
    while table.slots[at].key != 0:
        if table.slots[at].key == key:
            return &table.slots[at]
        at = (at + 1) & table.mask
    return NULL

# The score as a search needs it, `ply` moves below its root.
cdef inline int learned_score(const Learned* learned, int ply) noexcept nogil:
    if learned.score > SCORE_MATE_BOUND:
        return learned.score - ply
    return learned.score + ply if learned.score < -SCORE_MATE_BOUND else learned.score

cdef bint learned_allocate(LearnedTable* table, u64 count) noexcept nogil    # an empty table for `count` positions; False: no memory
cdef void learned_release(LearnedTable* table) noexcept nogil
cdef void learned_insert(LearnedTable* table, u64 key, int score, int depth, int bound) noexcept nogil
