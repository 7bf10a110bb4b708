"""What is told of a move before it is made: small facts in slots, of which each has a few values."""

import cython
from cython.cimports.engine.human.exchange import cheapest_of, exchange_level
from cython.cimports.engine.human.seen import SLOTS, attacks_of, landing_of, limited
from cython.cimports.engine.rules.attacks import KING_ATTACKS, PAWN_ATTACKS
from cython.cimports.engine.rules.bitboard import bit, pop_lsb, popcount
from cython.cimports.engine.rules.masks import DISTANCE, PASSED_MASK
from cython.cimports.engine.rules.position import Position, State, attackers_to, king_square, occupied_squares
from cython.cimports.engine.rules.types import (
    BISHOP,
    CASTLING,
    EN_PASSANT,
    KING,
    NO_MOVE,
    NO_PIECE,
    PAWN,
    PROMOTION,
    QUEEN,
    ROOK,
    Move,
    move_kind,
    move_promotion,
    move_source,
    move_target,
    u8,
    u64,
)
from cython.cimports.libc.string import memset

# Slots of a move, in this order; the number is how many values each has.
_SIZES = {
    "kind": 42,  # what takes what, promotions, castling
    "exchange": 43,  # result of the exchange on the target, by kind of piece
    "danger": 31,  # what its piece could lose where it is, by kind
    "target": 84,  # cheapest enemy attacker of the target, whether own pieces cover it, by kind
    "check": 6,
    "answer": 12,  # recapture, flight from the piece just moved, into the square it left
    "again": 19,  # the piece of the own last move continues, goes back, or another takes its place
    "near": 65,  # distances of target and source from the last move's target
    "threats": 32,  # dearer or loose pieces that are attacked from the target; the king's neighbourhood
    "threat": 31,  # the dearest of them, by kind
    "leaves": 50,  # what hung before, what hangs after, and whether it is the piece that moved
    "loss": 17,  # winning probability lost against the best move
    "change": 14,  # winning probability gained by the evaluation alone
    "rank": 9,  # among the moves
    "pawn": 33,
    "mobility": 43,
    "king": 25,  # distance from the enemy king, nearer or farther
    "evasion": 4,
    "repeats": 3,
    "summary": 25,  # rank, quiet or not, something hung
}
_start = 0
for _index, _size in enumerate(_SIZES.values()):
    SLOT_SIZES[_index] = _size
    SLOT_STARTS[_index] = _start
    _start += _size
SLOT_STARTS[SLOTS] = _start

WORTH = cython.declare(cython.int[6])
for _index in range(6):
    WORTH[_index] = (1, 3, 3, 5, 9, 20)[_index]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _see_kind(position: cython.pointer(Position), move: Move, kind: cython.int) -> cython.int:
    victim: cython.int = position.board[move_target(move)]
    if move_kind(move) == CASTLING:
        return 40 if move_target(move) > move_source(move) else 41
    if move_kind(move) == PROMOTION:
        if victim != NO_PIECE:
            return 39
        return 37 if move_promotion(move) == QUEEN else 38
    if move_kind(move) == EN_PASSANT:
        return 1
    return 0 if victim == NO_PIECE else 1 + 6 * kind + victim % 6


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _see_past(
    position: cython.pointer(Position),
    slots: cython.pointer(u8),
    kind: cython.int,
    source: cython.int,
    landing: cython.int,
) -> cython.void:
    """How the move continues from the last moves: slots 5 to 7."""
    state: cython.pointer(State) = position.state
    if position.top < 1 or state.move == NO_MOVE:
        return
    last: cython.int = landing_of(state.move)
    reach: u64 = attacks_of(position.board[last] % 6, 1 - position.side, last, occupied_squares(position))
    answer: cython.int = 0
    if landing == last:
        answer = 1 if state.captured != NO_PIECE else 2
    slots[5] = answer + (3 if reach & bit(source) else 0) + (6 if landing == move_source(state.move) else 0)
    slots[7] = 1 + 8 * DISTANCE[landing][last] + DISTANCE[source][last]
    before: cython.pointer(State) = cython.address(position.states[position.top - 1])
    if position.top >= 2 and before.move != NO_MOVE:
        if landing_of(before.move) == source:
            slots[6] = 1 + kind + (6 if move_source(before.move) == landing else 0)
        elif move_source(before.move) == landing:
            slots[6] = 13 + kind


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _see_aims(
    position: cython.pointer(Position),
    slots: cython.pointer(u8),
    kind: cython.int,
    source: cython.int,
    landing: cython.int,
) -> cython.void:
    """What the piece attacks from its new square, its freedom and its distance from the king: slots 8, 9, 15 and 16."""
    side: cython.int = position.side
    occupied: u64 = (occupied_squares(position) & ~bit(source)) | bit(landing)
    reach: u64 = attacks_of(kind, side, landing, occupied)
    aims: u64 = reach & position.by_colour[1 - side] & ~bit(landing)
    king: cython.int = king_square(position, 1 - side)
    mask: cython.int = 16 if reach & KING_ATTACKS[king] else 0
    best: cython.int = -1
    while aims:
        square: cython.int = pop_lsb(cython.address(aims))
        victim: cython.int = position.board[square] % 6
        if victim == KING:
            continue
        loose: cython.bint = (attackers_to(position, square, occupied) & position.by_colour[1 - side]) == 0
        if loose or WORTH[victim] > WORTH[kind]:
            mask |= 1 if victim == PAWN else 2 if victim <= BISHOP else 4 if victim == ROOK else 8
            best = victim if victim > best else best
    slots[8] = mask
    slots[9] = 0 if best < 0 else 1 + 5 * kind + best
    near: cython.int = DISTANCE[landing][king]
    past: cython.int = DISTANCE[source][king]
    slots[16] = 1 + 3 * near + (0 if near < past else 1 if near == past else 2)
    if kind != PAWN and kind != KING:
        gain: cython.int = popcount(reach) - popcount(attacks_of(kind, side, source, occupied_squares(position)))
        slots[15] = 1 + 7 * kind + limited((gain + 10) // 3, 0, 6)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _see_pawn(position: cython.pointer(Position), source: cython.int, landing: cython.int) -> cython.int:
    side: cython.int = position.side
    enemy: u64 = position.by_colour[1 - side]
    pawns: u64 = position.by_type[PAWN] & enemy
    king: cython.int = king_square(position, side)
    mask: cython.int = 1 if (PASSED_MASK[side][landing] & pawns) == 0 else 0
    mask |= 2 if PAWN_ATTACKS[side][landing] & enemy else 0
    mask |= 4 if PAWN_ATTACKS[side][landing] & pawns else 0
    if DISTANCE[source][king] <= 2 and ((king >> 3) if side == 0 else 7 - (king >> 3)) <= 1:
        mask |= 8
    if (source ^ landing) == 16 or (landing - source) * (landing - source) == 256:
        mask |= 16
    return 1 + mask


def see_move(found, position, move, levels, turn):
    """See move_facts.pxd."""
    side: cython.int = position.side
    source: cython.int = move_source(move)
    landing: cython.int = landing_of(move)
    kind: cython.int = position.board[source] % 6
    slots: cython.pointer(u8) = cython.address(found.slots[0])
    memset(slots, 0, SLOTS)
    found.move = move
    found.target = 64 * kind + (landing ^ turn)
    found.source = 64 * kind + (source ^ turn)
    slots[0] = _see_kind(position, move, kind)
    occupied: u64 = occupied_squares(position) & ~bit(source)
    attackers: u64 = attackers_to(position, landing, occupied)
    cheapest: cython.int = cheapest_of(position, attackers & position.by_colour[1 - side])
    covered: cython.bint = (attackers & position.by_colour[side] & ~bit(source)) != 0
    if cheapest or covered:
        slots[3] = 6 * (2 * cheapest + covered) + kind
    if cheapest or slots[0]:
        slots[1] = 1 + 7 * kind + exchange_level(position, move)
    if levels[source]:
        slots[2] = 5 * kind + levels[source]
    _see_past(position, slots, kind, source, landing)
    _see_aims(position, slots, kind, source, landing)
    if kind == PAWN:
        slots[14] = _see_pawn(position, source, landing)
    if position.state.checkers:
        slots[17] = 1 if kind == KING else 2 if slots[0] else 3
