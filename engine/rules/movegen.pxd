# Legal moves.
from engine.rules.types cimport u64, Move
from engine.rules.position cimport Position

cdef int generate_legal(const Position* position, Move* moves) noexcept nogil   # returns how many; moves holds MAX_MOVES
cdef int generate_noisy(const Position* position, Move* moves) noexcept nogil   # legal captures, e.p. and every promotion to queen or by capture
cdef int generate_quiets(const Position* position, Move* moves) noexcept nogil  # legal moves that are not noisy: noisy + quiets = legal
cdef int count_legal(const Position* position) noexcept nogil
cdef bint is_legal(const Position* position, Move move) noexcept nogil          # any 16 bits; for hash moves, killers and outside input
cdef bint gives_check(const Position* position, Move move) noexcept nogil       # move must be legal
cdef u64 perft(Position* position, int depth) noexcept nogil                    # bulk counting at depth 1
cdef void perft_kinds(Position* position, int depth, u64* kinds) noexcept nogil  # adds to 7 counts; depth of at least 1
