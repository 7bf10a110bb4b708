# The list of a file's games: their offsets and headers.
from engine.pgn.blocks cimport BlockReader
from engine.pgn.text.string_table cimport Intern
from engine.pgn.text.marks cimport Tag, Text
from engine.pgn.text.scan cimport Span
from engine.rules.types cimport u32

cdef enum:
    MOST_COLUMNS = 16
    MOST_NAME = 40               # bytes of a tag's name

cdef struct Wanted:              # a column
    char name[40]
    Py_ssize_t length

# The games of one block, gathered without Python.
cdef struct Batch:
    size_t count
    size_t room
    unsigned long long* starts
    unsigned long long* ends
    u32* places[16]              # one row of places a column

cdef class ListReader(BlockReader):
    cdef readonly object starts      # array('Q'): first byte of each game's tags
    cdef readonly object ends        # array('Q'): offset after its last byte
    cdef readonly tuple columns      # one array('I') a column: places in `texts`
    cdef readonly list texts         # every different value once; texts[0] is ""
    cdef Intern intern
    cdef Batch batch
    cdef Wanted wanted[16]
    cdef int count                   # of columns

    cdef int _column_of(self, Text text, Tag* tag, unsigned int known) noexcept nogil
    cdef bint _note(self, Text text, Span* span) noexcept nogil
    cdef bint _grow(self) noexcept nogil
    cdef object _publish(self)

# Not for other modules.
cdef void _place_rows(unsigned int* values, Py_ssize_t length, unsigned int* ranks, Py_ssize_t known, unsigned int* rows, Py_ssize_t count, unsigned int* starts, unsigned int* result) noexcept nogil
