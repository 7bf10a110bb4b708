# The pattern that games are searched for: conditions of one position, events of the game, and its end.
from cpython cimport array as c_array

from engine.rules.board cimport CoreBoard
from engine.rules.position cimport Position
from engine.rules.types cimport u64, Move

cdef enum:
    MOST_STAGES = 8          # materials, one after the other
    MOST_STEPS = 16          # squares of a manoeuvre
    MOST_VIEWS = 4           # as asked; colours swapped; wings swapped; both

cdef enum:                   # Seeker.bishops
    OPPOSITE = 1             # one bishop each, on squares of different colours
    SAME = 2                 # one bishop each, on squares of one colour

cdef enum:                   # Seeker.ending, in the order of books/collection/patterns.py ENDINGS
    MATE = 1
    STALEMATE = 2
    REPETITION = 3           # the last position occurred for the third time
    FIFTY_MOVES = 4
    DEAD = 5                 # neither side can mate

# What one view of the pattern asks for.
cdef struct Wanted:
    u64 pieces[12]           # by colour * 6 + type: squares that must have such a piece
    u64 empty                # squares that must be empty
    u64 pawns[2]             # if `structure`: all pawns of each side
    u64 stages[8]            # materials that must come one after the other; the last one with the position
    u64 counted[8]           # by stage: the bits of a material code that count
    int difference[5]        # if `unequal`: white's less black's number of P N B R Q
    int steps[16]            # squares of the manoeuvre
    int walker               # colour * 6 + type of the piece that makes it
    int side                 # to move: WHITE, BLACK, -1 for either
    int castled              # castlings that must be played, as bits of castling rights
    int promoted             # promotions of which one must be played: bits 4 * colour + type - KNIGHT

# How far a game has come.
cdef struct Found:
    int stage
    int lasted               # plies for which the difference has stood
    int step
    int castled
    bint promoted
    bint walked
    bint stood

cdef class Seeker:
    cdef Wanted wanted[4]
    cdef Found found[4]
    cdef c_array.array keys  # ascending; a position with one of them must be reached
    cdef Py_ssize_t key_count
    cdef int views
    cdef int stages
    cdef int steps
    cdef int lasting         # plies that the difference must last
    cdef int differ          # pawns of each side that may be elsewhere, missing or too many
    cdef int bishops
    cdef int ending
    cdef int first           # the plies in which everything must happen
    cdef int last
    cdef bint structure
    cdef bint unequal
    cdef bint placed         # whether there is any condition of a position

    cdef void _add_view(self, bint colours, bint wings) noexcept
    cdef bint _stands(self, int view, const Position* position, u64 material) noexcept nogil
    cdef bint _pawns_fit(self, const Wanted* want, const Position* position) noexcept nogil
    cdef bint _has_key(self, u64 key) noexcept nogil
    cdef bint _has_ended(self, const Position* position) noexcept nogil
    cdef void _walk(self, int view, const Position* position, Move move) noexcept nogil
    cdef void _note(self, int view, const Position* position, Move move) noexcept nogil
    cdef Py_ssize_t _run(self, Position* position, const unsigned char* moves, Py_ssize_t count) noexcept nogil
