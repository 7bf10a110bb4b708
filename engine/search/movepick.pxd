# The staged move picker: moves come one by one, likely best first; later stages are generated only when reached.
from engine.rules.types cimport Move, i16, u64, MAX_MOVES
from engine.rules.position cimport Position, Threats
from engine.search.history cimport Histories

cdef enum Stage:
    STAGE_HASH
    STAGE_GENERATE_NOISY
    STAGE_GOOD_NOISY
    STAGE_KILLER_1
    STAGE_KILLER_2
    STAGE_COUNTER
    STAGE_GENERATE_QUIET
    STAGE_QUIET
    STAGE_BAD_NOISY
    STAGE_BAD_QUIET
    STAGE_EVASION_HASH
    STAGE_GENERATE_EVASIONS
    STAGE_EVASION
    STAGE_QUIESCENCE_HASH
    STAGE_GENERATE_QUIESCENCE
    STAGE_QUIESCENCE_NOISY
    STAGE_GENERATE_CHECKS
    STAGE_CHECK
    STAGE_PROBCUT_HASH
    STAGE_GENERATE_PROBCUT
    STAGE_PROBCUT
    STAGE_END

cdef struct Picker:
    const Position* position
    Histories* histories
    const i16* continuations[4]    # rows of the moves 1, 2, 4 and 6 plies ago
    const i16* low_ply             # of this ply; NULL far from the root
    int low_ply_weight             # 0 to 16
    int squares_weight             # of the butterfly history, quarters
    int bad_quiet                  # points below 0 from which a quiet move comes last; 0: none
    const Threats* threats         # squares that the other side attacks
    Move hash_move
    Move killers[3]                # two killers and the counter move
    int stage
    int threshold                  # exchange value that a good capture must win
    bint checks                    # quiescence: quiet checks too
    bint skip_quiets               # set by the search when quiets are pruned
    int next
    int count
    int bad_next
    int bad_count
    Move moves[MAX_MOVES]
    int scores[MAX_MOVES]
    Move bad[MAX_MOVES]

cdef void pick_main(Picker* picker, bint in_check) noexcept nogil
cdef void pick_quiescence(Picker* picker, bint in_check, bint checks) noexcept nogil
cdef void pick_probcut(Picker* picker, int threshold) noexcept nogil
cdef Move next_move(Picker* picker) noexcept nogil       # NO_MOVE at the end
cdef bint is_noisy(const Position* position, Move move) noexcept nogil
