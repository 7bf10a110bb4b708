# Which positions may enter the core.
from engine.rules.position cimport Position

cdef list set_up(Position* position, fields, bint chess960)
