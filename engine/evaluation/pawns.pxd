# Pawn structure, cached in a hash table because pawns seldom move.
from engine.rules.types cimport u64
from engine.rules.position cimport Position
from engine.evaluation.terms cimport Eval

cdef enum:
    PAWN_SLOTS = 16384          # a power of two; 40 bytes each

cdef struct PawnEntry:
    u64 key
    u64 passed[2]
    int score[2]
    u64 used                    # 0: empty

cdef void evaluate_pawns(Eval* e, PawnEntry* table) noexcept nogil     # fills e.passed and adds to e.score
