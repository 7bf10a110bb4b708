# What is told of a move before it is made (see move_facts.py).
from engine.human.seen cimport SLOTS, MoveFeatures
from engine.rules.position cimport Position
from engine.rules.types cimport Move, u8

cdef int SLOT_SIZES[SLOTS]      # values of each slot, 0 included
cdef int SLOT_STARTS[SLOTS + 1] # row of each slot's value 0

# Fills all slots but those that need the move made. `levels`: see best_exchange; `turn`: 56 if Black is to move, else 0.
cdef void see_move(MoveFeatures* found, Position* position, Move move, const u8* levels, int turn) noexcept nogil
