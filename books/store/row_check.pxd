# Checks the values of a row (see row_check.py).
from cpython.object cimport PyTypeObject
from cpython.ref cimport Py_INCREF
from cpython.tuple cimport PyTuple_SET_ITEM

cdef enum:
    MOST_COLUMNS = 32
    UNLIMITED = 0
    WHOLE = 1
    FRACTION = 2

cdef extern from "Python.h":
    object PyType_GenericAlloc(PyTypeObject*, Py_ssize_t)

cdef inline object new_row(object kind, Py_ssize_t length):
    # Returns a row (a tuple class) whose values are still to be set with `put`: it skips the check of names and defaults.
    return PyType_GenericAlloc(<PyTypeObject*>kind, length)

cdef inline void put(object row, Py_ssize_t place, object value):
    Py_INCREF(value)
    PyTuple_SET_ITEM(row, place, value)

cdef class RowCheck:
    cdef object row
    cdef tuple types
    cdef tuple members
    cdef int count
    cdef bint optional[MOST_COLUMNS]
    cdef int limited[MOST_COLUMNS]
    cdef long long least[MOST_COLUMNS]
    cdef long long most[MOST_COLUMNS]
    cdef double lowest[MOST_COLUMNS]
    cdef double highest[MOST_COLUMNS]

    cpdef int fault(self, values) except -2
    cpdef list rows(self, found)
