"""Static exchange evaluation (SEE): the value of a series of captures on one square when both sides capture with their
least valuable piece and may stop at any time. Pinned pieces take part only along their pin line."""

import cython
from cython.cimports.engine.rules.attacks import LINE, bishop_attacks, rook_attacks
from cython.cimports.engine.rules.bitboard import bit, lsb
from cython.cimports.engine.rules.board import CoreBoard
from cython.cimports.engine.rules.position import attackers_to, king_square, occupied_squares
from cython.cimports.engine.rules.types import (
    BISHOP,
    CASTLING,
    EN_PASSANT,
    KING,
    NORMAL,
    PAWN,
    QUEEN,
    ROOK,
    Move,
    move_kind,
    move_promotion,
    move_source,
    move_target,
    u64,
)

# Bishop and knight are so close that BxN and NxB count as even trades.
_VALUES = (100, 325, 330, 500, 975, 0)
for _piece in range(12):
    SEE_VALUES[_piece] = _VALUES[_piece % 6]
SEE_VALUES[12] = 0


def see_at_least(position, move, threshold):
    """Whether the exchange begun by the legal `move` gains its mover at least `threshold` centipawns."""
    if move_kind(move) == CASTLING:
        return threshold <= 0
    source: cython.int = move_source(move)
    target: cython.int = move_target(move)
    kind: cython.int = move_kind(move)
    gain: cython.int = SEE_VALUES[position.board[target]]
    next_victim: cython.int = SEE_VALUES[position.board[source]]
    occupied: u64 = (occupied_squares(position) ^ bit(source)) | bit(target)
    if kind != NORMAL:
        if kind == EN_PASSANT:
            gain = SEE_VALUES[PAWN]
            occupied ^= bit(target ^ 8)
        else:
            next_victim = SEE_VALUES[move_promotion(move)]
            gain += next_victim - SEE_VALUES[PAWN]
    balance: cython.int = gain - threshold
    if balance < 0:
        return False  # even a free capture is not enough
    balance -= next_victim
    if balance >= 0:
        return True  # even losing the moved piece is affordable
    return _exchange(position, target, occupied, balance)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _exchange(
    position: cython.pointer(cython.const[Position]), target: cython.int, occupied: u64, balance: cython.int
) -> cython.bint:
    """Plays out the captures; `balance` is the first mover's result if the moved piece is captured for nothing."""
    diagonal: u64 = position.by_type[BISHOP] | position.by_type[QUEEN]
    straight: u64 = position.by_type[ROOK] | position.by_type[QUEEN]
    attackers: u64 = attackers_to(position, target, occupied) & occupied
    first: cython.int = position.side
    side: cython.int = first ^ 1
    while True:
        mine: u64 = attackers & position.by_colour[side]
        pinned: u64 = mine & position.state.blockers[side]
        if pinned:
            mine &= ~pinned | LINE[king_square(position, side)][target]
        if not mine:
            break
        kind: cython.int = PAWN
        while not (mine & position.by_type[kind]):
            kind += 1
        side ^= 1
        balance = -balance - 1 - SEE_VALUES[kind]
        if balance >= 0:
            # The capturer is better whatever follows; but a king may not capture a protected piece.
            if kind == KING and (attackers & position.by_colour[side]):
                side ^= 1
            break
        occupied ^= bit(lsb(mine & position.by_type[kind]))
        if kind == PAWN or kind == BISHOP or kind == QUEEN:
            attackers |= bishop_attacks(target, occupied) & diagonal
        if kind == ROOK or kind == QUEEN:
            attackers |= rook_attacks(target, occupied) & straight
        attackers &= occupied
    return side != first


def exchange_wins(board: CoreBoard, move: Move, threshold: cython.int) -> bool:
    """Whether the legal `move` gains at least `threshold` centipawns by exchanges on its target square."""
    return see_at_least(cython.address(board.position), move, threshold)
