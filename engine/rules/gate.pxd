# Which positions may enter the core.
from engine.rules.position cimport Position

cdef int admit(Position* position, fields, bint chess960) except -1
cdef bint admits(Position* position, white, kinds, state, int passed, bint chess960) except -1

# Not for other modules.
cdef list _set_up(Position* position, fields, bint chess960)
