# A game in the making for training data (see training_game.py).
from engine.training.packing cimport Record
from engine.rules.position cimport Position
from engine.rules.types cimport Move, u64

cdef enum:
    MOST_RECORDS = 400      # of one game
    FEN_ROOM = 128

cdef class TrainingGame:
    cdef Position position
    cdef Record kept[MOST_RECORDS]
    cdef int count
    cdef int plies
    cdef int decided
    cdef int level
    cdef int verdicts
    cdef int result         # for White: 0 lost, 1 drawn, 2 won; -1 during the game
    cdef u64 chance         # state of the random numbers
    cdef object recipe

    cdef u64 _draw(self, u64 below) noexcept nogil
    cdef bint _play_random(self) noexcept nogil
    cdef void _keep(self, int score) noexcept nogil
    cdef int _follow(self, const char* line, int extra) noexcept nogil
    cdef bint _over(self) noexcept nogil

# Not for other modules.
cdef int _write_fen(const Position* position, char* text) noexcept nogil
cdef Move _parse_move(const Position* position, const char* text) noexcept nogil
