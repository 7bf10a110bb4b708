"""Detects upcoming repetitions: whether the side to move can return to an earlier position.

A reversible move changes the key by two numbers of one piece and the turn. A cuckoo hash table holds all 3,668 such
changes (two possible slots for each key). If the difference between the present key and one an odd number of plies ago
is in the table and the path is free, that move repeats the position. After M. Radojčić's algorithm, as in Stockfish.
"""

import cython
from cython.cimports.engine.rules.attacks import BETWEEN, KING_ATTACKS, KNIGHT_ATTACKS, bishop_attacks, rook_attacks
from cython.cimports.engine.rules.bitboard import bit
from cython.cimports.engine.rules.position import State, occupied_squares
from cython.cimports.engine.rules.types import BISHOP, KING, KNIGHT, NO_PIECE, ROOK, u64
from cython.cimports.engine.rules.zobrist import PIECE_KEYS, WHITE_TO_MOVE_KEY

REVERSIBLE_MOVES = 3668


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _slot(key: u64, second: cython.bint) -> cython.int:
    return cython.cast(cython.int, (key >> 16 if second else key) & (CUCKOO_SLOTS - 1))


@cython.cfunc
def _reach(kind: cython.int, square: cython.int) -> u64:
    """Returns the squares that a piece reaches on an empty board."""
    if kind == KNIGHT:
        return KNIGHT_ATTACKS[square]
    if kind == KING:
        return KING_ATTACKS[square]
    diagonal: u64 = bishop_attacks(square, 0) if kind != ROOK else 0
    straight: u64 = rook_attacks(square, 0) if kind != BISHOP else 0
    return diagonal | straight


@cython.cfunc
def _insert(key: u64, first: cython.int, second: cython.int) -> cython.void:
    """Puts a key in one of its two slots; a displaced key moves to its other slot, and so on."""
    at: cython.int = _slot(key, False)
    while True:
        held_key: u64 = CUCKOO_KEYS[at]
        held_first: cython.int = CUCKOO_FIRST[at]
        held_second: cython.int = CUCKOO_SECOND[at]
        CUCKOO_KEYS[at] = key
        CUCKOO_FIRST[at] = first
        CUCKOO_SECOND[at] = second
        if held_key == 0:
            return
        key, first, second = held_key, held_first, held_second
        at = _slot(key, True) if at == _slot(key, False) else _slot(key, False)


@cython.cfunc
def _fill() -> cython.int:
    """Inserts every move of a piece that its next move can reverse. Returns the number of moves."""
    colour: cython.int
    kind: cython.int
    first: cython.int
    second: cython.int
    count: cython.int = 0
    for colour in range(2):
        for kind in range(KNIGHT, KING + 1):
            piece: cython.int = 6 * colour + kind
            for first in range(64):
                for second in range(first + 1, 64):
                    if _reach(kind, first) & bit(second):
                        change: u64 = PIECE_KEYS[piece][first] ^ PIECE_KEYS[piece][second] ^ WHITE_TO_MOVE_KEY
                        _insert(change, first, second)
                        count += 1
    return count


if _fill() != REVERSIBLE_MOVES:
    raise AssertionError("the table of reversible moves is not what it should be")


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _was_there_before(state: cython.pointer(State), back: cython.int) -> cython.bint:
    """Whether the position of a state had occurred before, within `back` reversible plies."""
    steps: cython.int = 4
    while steps <= back and (state - steps).key != state.key:
        steps += 2
    return steps <= back


def can_repeat(position, ply):
    """Whether a move of the side to move repeats a position (see repetition.pxd)."""
    now: cython.pointer(State) = position.state
    end: cython.int = min(cython.cast(cython.int, now.halfmove_clock), cython.cast(cython.int, now.plies_from_null))
    end = min(end, position.top)
    if end < 3:
        return False
    # `opposite`: the change of the key by the opponent's last moves; a repetition needs that they cancel out.
    opposite: u64 = now.key ^ (now - 1).key ^ WHITE_TO_MOVE_KEY
    back: cython.int
    for back in range(3, end + 1, 2):
        then: cython.pointer(State) = now - back
        opposite ^= (then + 1).key ^ then.key ^ WHITE_TO_MOVE_KEY
        if opposite != 0:
            continue
        change: u64 = now.key ^ then.key
        at: cython.int = _slot(change, False)
        if CUCKOO_KEYS[at] != change:
            at = _slot(change, True)
            if CUCKOO_KEYS[at] != change:
                continue
        first: cython.int = CUCKOO_FIRST[at]
        second: cython.int = CUCKOO_SECOND[at]
        if BETWEEN[first][second] & occupied_squares(position):
            continue
        if ply > back:
            return True
        mover: cython.int = position.board[first] if position.board[first] != NO_PIECE else position.board[second]
        if mover // 6 == position.side and _was_there_before(then, end - back):
            return True
    return False
