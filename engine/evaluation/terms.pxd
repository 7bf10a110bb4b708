# The terms of the classical evaluation: one weight each, middlegame and endgame packed into an int, in one flat list.
#
# A packed weight is mg + (eg << 16): adding packed numbers adds both halves (Stockfish's Score). A term with several weights
# (by rank, number of moves, piece type) is a run of the list, named by its constant: W_ROOK_FILE is "rook file". A traced
# evaluation counts every use of a weight for its side, so that the tuner and the explanation see what the search saw.
from engine.rules.types cimport u64, i16
from engine.rules.position cimport Position

cpdef enum:
    W_MATERIAL = 0                                  # [pawn..queen]
    W_SQUARES = W_MATERIAL + 5                      # [type][rank * 4 + file distance from the edge]
    W_KNIGHT_MOBILITY = W_SQUARES + 192             # [moves]
    W_BISHOP_MOBILITY = W_KNIGHT_MOBILITY + 9
    W_ROOK_MOBILITY = W_BISHOP_MOBILITY + 14
    W_QUEEN_MOBILITY = W_ROOK_MOBILITY + 15
    W_BISHOP_PAIR = W_QUEEN_MOBILITY + 28
    W_BISHOP_PAWNS = W_BISHOP_PAIR + 1              # for each own pawn on the bishop's colour
    W_LONG_DIAGONAL = W_BISHOP_PAWNS + 1
    W_OUTPOST = W_LONG_DIAGONAL + 1                 # [knight, bishop][unsupported, supported by a pawn]
    W_BEHIND_PAWN = W_OUTPOST + 4                   # a minor piece right behind a pawn
    W_KING_DISTANCE = W_BEHIND_PAWN + 1             # [knight, bishop] a minor piece's distance from its own king
    W_ROOK_FILE = W_KING_DISTANCE + 2               # [half-open, open]
    W_ROOK_ON_SEVENTH = W_ROOK_FILE + 2
    W_TRAPPED_ROOK = W_ROOK_ON_SEVENTH + 1
    W_EXPOSED_QUEEN = W_TRAPPED_ROOK + 1            # a slider would attack her if one piece moved
    W_DOUBLED = W_EXPOSED_QUEEN + 1
    W_ISOLATED = W_DOUBLED + 1                      # [closed, half-open file]
    W_ISOLATED_DOUBLED = W_ISOLATED + 2
    W_BACKWARD = W_ISOLATED_DOUBLED + 1             # [closed, half-open file]
    W_PHALANX = W_BACKWARD + 2                      # [rank]
    W_SUPPORTED = W_PHALANX + 8                     # [rank]
    W_CANDIDATE = W_SUPPORTED + 8                   # [rank]
    W_PASSED = W_CANDIDATE + 8                      # [rank]
    W_PROTECTED_PASSED = W_PASSED + 8
    W_BLOCKED_PASSED = W_PROTECTED_PASSED + 1       # [rank] a piece is on its next square
    W_SAFE_PASSED = W_BLOCKED_PASSED + 8            # [rank] its next square is free and not attacked
    W_FREE_PASSED = W_SAFE_PASSED + 8               # [rank] its whole way is free and not attacked
    W_PASSED_OWN_KING = W_FREE_PASSED + 8           # [distance of its king to its next square]
    W_PASSED_ENEMY_KING = W_PASSED_OWN_KING + 8     # [distance of the other king to its next square]
    W_ROOK_BEHIND_PASSED = W_PASSED_ENEMY_KING + 8         # [own, enemy] rook behind the pawn
    W_SQUARE_RULE = W_ROOK_BEHIND_PASSED + 2        # the enemy has only pawns, and its king is outside the square
    W_SHELTER = W_SQUARE_RULE + 1            # [file distance from the edge][rank of own pawn on a file near the king]
    W_STORM = W_SHELTER + 32                        # [blocked by own pawn][rank of the enemy pawn]
    W_THREAT_BY_PAWN = W_STORM + 16                 # [target type]
    W_THREAT_BY_MINOR = W_THREAT_BY_PAWN + 5        # [target type]
    W_THREAT_BY_ROOK = W_THREAT_BY_MINOR + 5        # [target type]
    W_THREAT_BY_KING = W_THREAT_BY_ROOK + 5
    W_HANGING = W_THREAT_BY_KING + 1
    W_PUSH_THREAT = W_HANGING + 1
    W_RESTRICTED = W_PUSH_THREAT + 1
    W_QUEEN_HIT = W_RESTRICTED + 1                  # [by knight, by slider] squares from which the queen could safely be hit
    W_PINNED = W_QUEEN_HIT + 2
    W_SPACE = W_PINNED + 1
    W_TEMPO = W_SPACE + 1
    LINEAR_WEIGHTS = W_TEMPO + 1
    # King danger, in its own units (the middlegame half only): its sum is squared, see kings.py.
    W_DANGER_BASE = LINEAR_WEIGHTS
    W_DANGER_ATTACKER = W_DANGER_BASE + 1           # [knight, bishop, rook, queen]
    W_DANGER_RING = W_DANGER_ATTACKER + 4           # attacks on squares beside the king
    W_DANGER_WEAK = W_DANGER_RING + 1               # weak squares of the ring, see kings.py
    W_DANGER_SAFE_CHECK = W_DANGER_WEAK + 1         # [knight, bishop, rook, queen]
    W_DANGER_UNSAFE_CHECK = W_DANGER_SAFE_CHECK + 4
    W_DANGER_PINNED = W_DANGER_UNSAFE_CHECK + 1
    W_DANGER_NO_QUEEN = W_DANGER_PINNED + 1
    W_DANGER_FLANK = W_DANGER_NO_QUEEN + 1          # attacks on the king's side of the board
    W_DANGER_FLANK_DEFENCE = W_DANGER_FLANK + 1
    W_DANGER_SHELTER = W_DANGER_FLANK_DEFENCE + 1   # per 16 centipawns of shelter
    W_DANGER_MOBILITY = W_DANGER_SHELTER + 1        # per 16 centipawns of mobility that the attacker is ahead
    WEIGHTS = W_DANGER_MOBILITY + 1

cdef struct Eval:
    const Position* position
    const int* weights          # [WEIGHTS], packed
    i16* trace                  # [2][WEIGHTS] uses of each weight by each side, or NULL
    int score[2]                # packed, by side
    int danger[2]               # units against the king of the other side, by attacking side
    int shelter[2]              # packed, by side
    int mobility[2]             # packed, by side
    int king[2]
    u64 attacks[2][6]           # by piece type
    u64 attacked[2]             # by anything
    u64 attacked_twice[2]
    u64 mobility_area[2]
    u64 king_ring[2]            # around the king of the side
    int ring_hits[2]            # by attacking side: attacks on squares beside the enemy king
    u64 passed[2]

cdef inline int packed(int mg, int eg) noexcept nogil:
    return mg + (eg << 16)

cdef inline int mg_half(int value) noexcept nogil:
    return <i16>(value & 0xFFFF)

cdef inline int eg_half(int value) noexcept nogil:
    return <i16>(((value + 0x8000) >> 16) & 0xFFFF)

cdef inline void add(Eval* e, int side, int weight, int count) noexcept nogil:
    e.score[side] += e.weights[weight] * count
    if e.trace != NULL:
        e.trace[side * WEIGHTS + weight] += count

cdef inline void threaten(Eval* e, int side, int weight, int count) noexcept nogil:
    # A use of a king danger weight.
    e.danger[side] += e.weights[weight] * count
    if e.trace != NULL:
        e.trace[side * WEIGHTS + weight] += count
