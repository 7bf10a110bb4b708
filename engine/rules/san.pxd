# Moves as people write them. `is_safe` and `origins_of` serve the reader of such moves too.
from engine.rules.attacks cimport KING_ATTACKS, KNIGHT_ATTACKS, LINE, bishop_attacks, queen_attacks, rook_attacks
from engine.rules.bitboard cimport bit
from engine.rules.movegen cimport is_legal
from engine.rules.position cimport Position, king_square, occupied_squares, pieces_of
from engine.rules.types cimport BISHOP, KNIGHT, NORMAL, QUEEN, ROOK, Move, move_kind, move_target, u64

cdef enum:
    LONGEST_SAN = 24         # bytes that write_move may fill

cdef inline bint is_safe(const Position* position, int source, Move move) noexcept nogil:
    """Whether a move of a man that can reach its target leaves the king safe; only checks and e.p. need the full test."""
    cdef int us = position.side
    if position.state.checkers != 0 or move_kind(move) != NORMAL:
        return is_legal(position, move)
    if (position.state.blockers[us] & bit(source)) == 0:
        return True
    return (LINE[king_square(position, us)][source] & bit(move_target(move))) != 0

cdef inline u64 origins_of(const Position* position, int piece, int target) noexcept nogil:
    """Own men of a type (no pawns) that attack the target."""
    cdef u64 own = pieces_of(position, position.side, piece)
    if piece == KNIGHT:
        return KNIGHT_ATTACKS[target] & own
    if piece == BISHOP:
        return bishop_attacks(target, occupied_squares(position)) & own
    if piece == ROOK:
        return rook_attacks(target, occupied_squares(position)) & own
    if piece == QUEEN:
        return queen_attacks(target, occupied_squares(position)) & own
    return KING_ATTACKS[target] & own

# In English, with + and #. The move is made as well, since only the position after it shows check and mate.
cdef int write_move(Position* position, Move move, char* out) noexcept nogil

# Not for other modules.
cdef u64 _rivals(const Position* position, int piece, int source, int target) noexcept nogil
cdef int _written(const Position* position, Move move, char* out) noexcept nogil
