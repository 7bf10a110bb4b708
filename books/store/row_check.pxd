# Checks the values of a row (see row_check.py).
cdef enum:
    MOST_COLUMNS = 32
    UNLIMITED = 0
    WHOLE = 1
    FRACTION = 2

cdef class RowCheck:
    cdef tuple types
    cdef int count
    cdef bint optional[MOST_COLUMNS]
    cdef int limited[MOST_COLUMNS]
    cdef long long least[MOST_COLUMNS]
    cdef long long most[MOST_COLUMNS]
    cdef double lowest[MOST_COLUMNS]
    cdef double highest[MOST_COLUMNS]

    cpdef int fault(self, values) except -2
