# Joins the moves of a position that only one layer has (see one_layer.py).
cdef enum:
    MOVE = 1               # places of a MoveRow
    FLAG = 2
    WEIGHT = 3
    LOCKED = 13
    INHERITS = 20
    PRESENCE = 21
    COLUMNS = 22
    DECISIONS = 80         # flags -1 to 3, presences -1 to 2, locked or not, inherits or not

cdef class OneLayer:
    cdef object decided
    cdef object own_word
    cdef object experience
    cdef double full_weight
    cdef list known        # what `decided` returned, by `_decision`'s number

    cdef tuple decision(self, tuple row)
    cpdef list ordered(self, rows)
    cdef double weight(self, tuple row, double heaviest) except? -1
