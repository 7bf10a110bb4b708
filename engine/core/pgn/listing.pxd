# The list of a file's games: where they lie and what their headers say.
from engine.core.pgn.blocks cimport BlockReader

cdef class ListReader(BlockReader):
    cdef readonly object starts      # array('Q'): first byte of each game's tags
    cdef readonly object ends        # array('Q'): behind its last byte
    cdef readonly tuple columns      # one array('I') a column: places in `texts`
    cdef readonly list texts         # every different value once; texts[0] is ""
    cdef dict places                 # value as bytes -> place
    cdef tuple names                 # the columns' tags as bytes
