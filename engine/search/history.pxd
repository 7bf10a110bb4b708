# The history tables of one thread: how often each kind of move caused a cutoff or failed.
from engine.rules.types cimport u64, i16, Move

cdef enum:
    # Hand-set, not tuned.
    HISTORY_MAX = 16384          # gravity keeps every counter within +-HISTORY_MAX
    CORRECTION_SLOTS = 16384     # a power of two
    CORRECTION_MAX = 1024        # stored correction, in units of 1/CORRECTION_GRAIN centipawn
    CORRECTION_GRAIN = 16
    LOW_PLIES = 4

cdef struct Histories:
    i16 quiet[2][4][4096]                   # butterfly: [side][attacked: from 2, to 1][from * 64 + to]
    i16 capture[12][64][7]                  # [moving piece][target][captured type]
    i16 continuation[769][768]              # [earlier piece * 64 + to][piece * 64 + to]; row 768: no move
    i16 low_ply[LOW_PLIES][4096]            # [ply][from * 64 + to], of one search
    Move counter[769]                       # quiet refutation of a move, [its piece * 64 + to]
    i16 pawn_correction[2][CORRECTION_SLOTS]
    i16 piece_correction[2][2][CORRECTION_SLOTS]    # [side to move][whose pieces][their key]
    i16 line_correction[2][768]             # [side to move][previous move]
    i16 pair_correction[768][768]           # [move before it][previous move]

cdef inline int attacked_ends(u64 threats, int source, int target) noexcept nogil:
    # The index of `quiet` for the squares of a move that the opponent attacks.
    return <int>(((threats >> source) & 1) * 2 + ((threats >> target) & 1))

cdef inline void bump(i16* counter, int bonus) noexcept nogil:
    # Gravity: a bonus moves the counter less the nearer it is to its limit.
    cdef int size = bonus if bonus >= 0 else -bonus
    counter[0] += <i16>(bonus - counter[0] * size // HISTORY_MAX)

cdef inline void correct(i16* counter, int bonus) noexcept nogil:
    cdef int size = bonus if bonus >= 0 else -bonus
    counter[0] += <i16>(bonus - counter[0] * size // CORRECTION_MAX)
