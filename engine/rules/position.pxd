# The board, made and unmade in place.
from engine.rules.types cimport u64, u8, u16, Move

cdef enum:
    MAX_STATES = 1024      # at most 768 plies of game history + the search's line

# What a move cannot undo by itself: one a ply, about a cache line and a half.
cdef struct State:
    u64 key
    u64 pawn_key             # pawns only (both sides)
    u64 non_pawn_key[2]      # pieces and king of one side
    u64 checkers             # pieces that give check to the side to move
    u64 blockers[2]          # [side]: pieces (of either colour) that alone shield the king of `side` from a slider
    u16 halfmove_clock       # plies since a capture or pawn move, up to 65,535
    u16 plies_from_null
    u8 castling              # rights, bits of types.pxd
    u8 ep_square             # NO_SQUARE unless a pawn can pseudo-legally capture there (Polyglot's rule)
    u8 moved                 # piece that made the move that led here, before it promoted; NO_PIECE after a null move
    u8 captured              # piece taken by the move that led here, or NO_PIECE
    Move move                # the move that led here; NO_MOVE for a null move or the start

cdef struct Position:
    u64 by_type[6]
    u64 by_colour[2]
    u8 board[64]             # piece on each square, or NO_PIECE
    u8 side                  # to move
    u8 chess960
    u8 castling_rook[4]      # square of the rook of each right (index 2 * colour + 0 king side / 1 queen side)
    u8 castling_mask[64]     # rights that survive when a move touches this square
    int fullmove             # move number
    int top                  # index of the current state
    State* state             # = &states[top]
    State states[MAX_STATES]

cdef struct Threats:
    u64 lesser[3]                   # squares attacked by pawns; by those and minor pieces; by those and rooks
    u64 every                       # by any piece

cdef inline u64 occupied_squares(const Position* position) noexcept nogil:
    return position.by_colour[0] | position.by_colour[1]

cdef inline u64 pieces_of(const Position* position, int side, int kind) noexcept nogil:
    return position.by_colour[side] & position.by_type[kind]

cdef void position_clear(Position* position) noexcept nogil
cdef void position_copy(Position* target, const Position* source) noexcept nogil
cdef void put_piece(Position* position, int piece, int square) noexcept nogil
cdef void position_refresh(Position* position) noexcept nogil   # keys, checkers, blockers from the board
cdef void find_checks(Position* position) noexcept nogil        # of the side to move, and blockers, from the board alone
cdef int king_square(const Position* position, int side) noexcept nogil
cdef u64 attackers_to(const Position* position, int square, u64 occupied) noexcept nogil   # of both colours
cdef bint is_attacked(const Position* position, int square, int by_side, u64 occupied) noexcept nogil
cdef void see_threats(const Position* position, int by_side, Threats* threats) noexcept nogil
cdef void make_move(Position* position, Move move) noexcept nogil
cdef void unmake_move(Position* position) noexcept nogil
cdef void make_null_move(Position* position) noexcept nogil
cdef void unmake_null_move(Position* position) noexcept nogil
cdef void trim_history(Position* position) noexcept nogil       # keeps what repetition needs; call at the root, never in a search
cdef int repetitions(const Position* position) noexcept nogil   # earlier occurrences of this position since the last irreversible move
cdef bint is_repetition_draw(const Position* position, int ply) noexcept nogil   # once within the last `ply` plies, or twice in all
cdef bint is_insufficient_material(const Position* position) noexcept nogil      # as python-chess: dead by material, either side
cdef bint has_non_pawn_material(const Position* position, int side) noexcept nogil
cdef u64 key_after(const Position* position, Move move) noexcept nogil           # for prefetch; exact but for castling, e.p. and rights
