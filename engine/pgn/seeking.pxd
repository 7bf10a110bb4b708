# What a game is looked through for: board conditions that hold in one position, and a manoeuvre.
from engine.rules.position cimport Position
from engine.rules.types cimport u64, Move

cdef enum:
    MOST_STAGES = 8          # materials, one after the other
    MOST_STEPS = 16          # squares of a manoeuvre

# What one side's view of the pattern asks for; the other is the same with colours and ranks changed.
cdef struct Wanted:
    u64 pieces[12]           # by colour * 6 + type: squares that must have such a piece
    u64 empty                # squares that must be empty
    u64 pawns[2]             # if `structure`: all pawns of each side
    u64 stages[8]            # materials that must come one after the other; the last one with the position
    int difference[5]        # if `unequal`: white's less black's number of P N B R Q
    int steps[16]            # squares of the manoeuvre
    int walker               # colour * 6 + type of the piece that makes it

# How far a game has come.
cdef struct Found:
    int stage
    int lasted               # plies for which the difference has stood
    int step
    bint walked
    bint stood

cdef class Seeker:
    cdef Wanted wanted[2]
    cdef Found found[2]
    cdef int views           # 2 where either colour will do
    cdef int stages
    cdef int steps
    cdef int lasting         # plies that the difference must last
    cdef bint structure
    cdef bint unequal

    cdef void _mirror(self) noexcept
    cdef bint _stands(self, int view, const Position* position, u64 material) noexcept nogil
    cdef void _walk(self, int view, const Position* position, Move move) noexcept nogil
