# Corrections of the classical evaluation in endings with few pieces.
from engine.rules.position cimport Position

cdef enum:
    FULL_SCALE = 64
    HOPELESS_SCALE = 16     # up to this scale the middlegame half is scaled, too: the ending is drawn

# The share of the endgame score that counts for the side ahead, in 64ths.
cdef int endgame_scale(const Position* position, int stronger) noexcept nogil
# Centipawns for driving a bare king to the right corner or edge; 0 if there are pawns, or the material cannot mate.
cdef int mop_up(const Position* position, int stronger) noexcept nogil
