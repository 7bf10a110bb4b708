# What endings with few men are worth beyond the sum of their terms.
from engine.rules.position cimport Position

cdef enum:
    FULL_SCALE = 64
    HOPELESS_SCALE = 16     # at most this: drawn whatever the middlegame terms say

# How much of the endgame score the side ahead keeps, in 64ths.
cdef int endgame_scale(const Position* position, int stronger) noexcept nogil
# Centipawns for driving a bare king to the right corner or edge; 0 where the mating side has pawns or cannot mate.
cdef int mop_up(const Position* position, int stronger) noexcept nogil
