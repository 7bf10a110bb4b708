# What exchanges win, in levels (see exchange.py).
from engine.rules.position cimport Position
from engine.rules.types cimport Move, u8, u64

cdef int LEVEL_WORTH[5]     # centipawns that a level counts for

# The highest level (0-4) that a capture or promotion of the side to move wins; `square` gets its target. `levels`, if not NULL,
# gets level + 1 for each square on which something can be taken.
cdef int best_exchange(Position* position, u8* levels, int* square) noexcept nogil

# 0-6: the exchange that the move starts loses much, a piece, a pawn; is even; wins a pawn, a piece, much.
cdef int exchange_level(Position* position, Move move) noexcept nogil

# 1 + kind of the cheapest of these pieces; 0 if there is none.
cdef int cheapest_of(Position* position, u64 attackers) noexcept nogil
