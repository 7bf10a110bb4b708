# Repetitions that are only a move away: a cuckoo hash of every reversible move's change to the key.
from engine.rules.types cimport u64, u8
from engine.rules.position cimport Position

cdef enum:
    CUCKOO_SLOTS = 8192         # a power of two, a bit more than twice the 3,668 reversible moves

# Each slot: what a reversible move of a piece (not a pawn) between two squares does to the key, the turn included, and the squares.
cdef u64 CUCKOO_KEYS[CUCKOO_SLOTS]
cdef u8 CUCKOO_FIRST[CUCKOO_SLOTS]
cdef u8 CUCKOO_SECOND[CUCKOO_SLOTS]

# Whether the side to move has a move to a position of before: one after the root of the search (`ply` plies ago), or one at or
# before the root that had itself been there before.
cdef bint can_repeat(const Position* position, int ply) noexcept nogil
