# The position's rows (see context.py).
from engine.human.seen cimport MOST_CONTEXT, Asked, Features
from engine.rules.position cimport Position
from engine.rules.types cimport u8

# Adds a row, if there is room.
cdef inline void put(Features* features, int row) noexcept nogil:
    if features.context_count < MOST_CONTEXT:
        features.context[features.context_count] = row
        features.context_count += 1

# Site, ratings, time control and age of the game.
cdef void see_asked(Features* features, Position* position, const Asked* asked) noexcept nogil

# Rights, repetition and the last moves. `turn`: 56 if Black is to move, else 0.
cdef void see_history(Features* features, Position* position, int turn) noexcept nogil

# Pieces on their squares, and whether they can be taken (`levels`, see best_exchange).
cdef void see_pieces(Features* features, Position* position, const u8* levels, int turn) noexcept nogil
