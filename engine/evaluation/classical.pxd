# The classical evaluation.
from engine.rules.types cimport u64, i16
from engine.evaluation.terms cimport WEIGHTS
from engine.evaluation.pawns cimport PawnEntry, PAWN_SLOTS
from engine.rules.position cimport Position

cdef enum:
    CACHE_SLOTS = 32768             # a power of two; 16 bytes each

cdef struct CachedScore:
    u64 key
    int score

# The caches of one search thread.
cdef struct EvalCache:
    PawnEntry pawns[PAWN_SLOTS]
    CachedScore scores[CACHE_SLOTS]

cdef int DEFAULT_WEIGHTS[WEIGHTS]   # packed

# Centipawns for the side to move. `trace` is NULL or [2][WEIGHTS] zeroed counters; a traced evaluation skips the caches.
cdef int evaluate(const Position* position, EvalCache* cache, const int* weights) noexcept nogil
cdef int evaluate_traced(const Position* position, EvalCache* cache, const int* weights, i16* trace) noexcept nogil
cdef int game_phase(const Position* position) noexcept nogil    # 24 with all pieces, 0 with none
