# The data of the evaluation from charts: the numbers of a style (`engine/evaluation/texts`) and the points of its terms.
from engine.rules.types cimport u64
from engine.rules.position cimport Position

cdef enum:
    # The terms, in the order of TERMS in texts/style.py.
    T_MATERIAL
    T_TRADE_DOWN
    T_LEGAL_MOBILITY
    T_MOBILITY
    T_DEVELOPED
    T_DEVELOPMENT
    T_CASTLING
    T_KING_ATTACK
    T_PAWNS
    T_CENTRE
    T_KING_SAFETY
    T_SHIELD
    T_ENEMY_SHIELD
    T_LUFT
    T_ATTACKS
    T_CAPTURES
    T_PROTECTION
    T_CONTROL
    T_ADVANCE
    T_SQUARES
    T_BISHOP_COLOUR
    T_FULL_BOARD
    T_SEVENTH
    T_OPEN_FILE
    T_BISHOP_PAIR
    T_PINS
    T_LASTING_PINS
    T_QUEEN_KNIGHT
    T_TRAPPED
    T_OPPOSITE_BISHOPS
    T_TEMPO
    T_PASSED
    T_DISTANT
    T_ROOK_BEHIND
    T_BLOCKED
    T_SQUARE_RULE
    T_MOP_UP
    T_CORNER
    CHARTED_TERMS

cdef enum:
    # The piece-square tables, in the order of TABLES in texts/charts.py; those of the pieces by type.
    B_PAWN
    B_KNIGHT
    B_BISHOP
    B_ROOK
    B_QUEEN
    B_KING
    B_KING_ENDING
    B_CENTRE
    B_CONTROL
    B_HUNT
    TABLES
    MOST_TRAPS = 64
    TRAP_PIECES = 4

# A white piece that is trapped by other pieces on certain squares.
cdef struct Trap:
    int kind
    int square
    int count
    int kinds[TRAP_PIECES]
    int sides[TRAP_PIECES]             # 0: the same side
    int squares[TRAP_PIECES]

cdef struct Charts:
    double weights[3][CHARTED_TERMS]    # pawns a point, in the opening, the middlegame and the ending
    bint used[CHARTED_TERMS]            # in any of the three
    double values[6]                # pawns, the king's as attacker and defender
    double trade[5]                 # centipawns
    double zones[8]                 # by distance from the enemy king
    double proximity[8]             # by distance from the own king
    double pawns[5]                 # isolated, backward, doubled, passed, isolated and doubled
    double passed[8]                # by rank
    double control[6]               # by attacker
    double nearness[8]              # by distance from the enemy king
    double company[16]              # by ranks * 4 + files from the own king
    double tables[TABLES][64]       # from White's side
    Trap traps[MOST_TRAPS]
    int trap_count
    int opening_moves               # length of the opening, in moves
    int ending_pieces               # the ending begins with fewer pieces and pawns on the board
    bint x_rays                     # whether pieces attack through rooks and queens of their side
    int rounding                    # centipawns to which the sum is rounded

# One evaluation in progress: what several terms need, and the points so far.
cdef struct View:
    Position* position
    const Charts* charts
    int king[2]
    u64 occupied
    u64 pinned[2]
    u64 plain[64]                   # attacks of the piece on a square
    u64 through[64]                 # the same with x-rays through own rooks and queens
    int phase
    double struck[64]               # attack value of the piece on a square, and its capture value; only if a term counts them
    double taken[64]
    double points[2][CHARTED_TERMS]
