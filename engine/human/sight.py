"""What the board network sees: sets of squares (pieces, what they attack, the last moves, what hangs) and a few numbers.

Everything is seen by the side to move, as in features.py, of which the board network is the complement: rows know
each piece by itself, planes know which pieces are neighbours. What each kind of piece attacks is told, because a
convolution of few layers would not see along a whole line.
"""

import cython
from cython.cimports.engine.human.seen import (
    ATTACKED,
    BALANCE,
    FLAGS,
    HANGING,
    Asked,
    Features,
    attacks_of,
    landing_of,
)
from cython.cimports.engine.rules.bitboard import bit, pawn_attack_set, pop_lsb, popcount
from cython.cimports.engine.rules.position import Position, State, occupied_squares, pieces_of, repetitions
from cython.cimports.engine.rules.types import (
    NO_MOVE,
    NO_PIECE,
    NO_SQUARE,
    PAWN,
    Move,
    move_source,
    u64,
)
from cython.cimports.libc.math import log
from cython.cimports.libc.string import memset

PLANE_COUNT = PLANES
KNOWN_COUNT = KNOWN


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _see_attacks(
    sight: cython.pointer(Sight), position: cython.pointer(cython.const[Position]), side: cython.int, first: cython.int
) -> u64:
    """What the kinds of one side's pieces attack, from plane `first` on; returns what two or more of them attack."""
    occupied: u64 = occupied_squares(position)
    reached: u64 = 0
    twice: u64 = 0
    kind: cython.int
    for kind in range(6):
        pieces: u64 = pieces_of(position, side, kind)
        attacks: u64 = 0
        if kind == PAWN:
            attacks = pawn_attack_set(side, pieces)
            twice |= reached & attacks
            reached |= attacks
            pieces = 0
        while pieces:
            square: cython.int = pop_lsb(cython.address(pieces))
            seen: u64 = attacks_of(kind, side, square, occupied)
            twice |= reached & seen
            reached |= seen
            attacks |= seen
        sight.planes[first + kind] = attacks
    return twice


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _see_past(sight: cython.pointer(Sight), position: cython.pointer(cython.const[Position])) -> cython.void:
    """Source and landing of the last moves, the latest first, and where the latest took."""
    age: cython.int
    for age in range(PAST_MOVES):
        if age >= position.top:
            return
        state: cython.pointer(cython.const[State]) = cython.address(position.states[position.top - age])
        if state.move == NO_MOVE:
            return
        move: Move = state.move
        landing: cython.int = landing_of(move)
        sight.planes[PAST_PLANE + 2 * age] = bit(move_source(move))
        sight.planes[PAST_PLANE + 2 * age + 1] = bit(landing)
        if age == 0 and state.captured != NO_PIECE:
            sight.planes[PAST_PLANE + PAST_PLANES] = bit(landing)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _see_numbers(
    sight: cython.pointer(Sight),
    position: cython.pointer(cython.const[Position]),
    features: cython.pointer(cython.const[Features]),
    asked: cython.pointer(cython.const[Asked]),
) -> cython.void:
    known: cython.pointer(cython.float) = cython.address(sight.known[0])
    index: cython.int
    for index in range(RATING_STEPS):
        away: cython.float = (asked.elo - 600 - 250 * index) / 250.0
        away = away if away > 0 else -away
        if (index == 0 and asked.elo < 600) or (index == RATING_STEPS - 1 and asked.elo > 2350):
            away = 0
        known[index] = 1 - away if away < 1 else 0
    ahead: cython.float = (asked.opponent - asked.elo) / 200.0
    ahead = 3 if ahead > 3 else -3 if ahead < -3 else ahead
    known[OPPONENT_NUMBER] = ahead / 3
    known[OPPONENT_NUMBER + 1] = ahead * ahead / 9
    seconds: cython.int = asked.base_s + 40 * asked.increment_s
    if seconds > 0:
        pace: cython.float = log(seconds / 300.0) / 2
        known[TIME_NUMBER] = 1
        known[TIME_NUMBER + 1] = pace
        known[TIME_NUMBER + 2] = pace * pace
        known[TIME_NUMBER + 3] = 1 if asked.increment_s else 0
    plies: cython.int = 2 * position.fullmove - 2 + position.side
    plies = plies if plies < 120 else 120
    known[AGE_NUMBER] = plies / 60.0 - 1
    known[AGE_NUMBER + 1] = 1 - plies / 20.0 if plies < 20 else 0
    known[AGE_NUMBER + 2] = popcount(occupied_squares(position)) / 16.0 - 1
    known[AGE_NUMBER + 3] = 1 if repetitions(position) else 0
    known[SITE_NUMBER + (asked.site if 0 <= asked.site <= 3 else 0)] = 1
    clock: cython.int = position.state.halfmove_clock
    known[CALM_NUMBER] = (clock if clock < 50 else 50) / 25.0
    for index in range(features.context_count):
        if BALANCE <= features.context[index] < BALANCE + 12:
            known[CALM_NUMBER + 1] = (features.context[index] - BALANCE) / 5.5 - 1


def see_board(sight, position, features, asked):
    """See sight.pxd."""
    side: cython.int = position.side
    kind: cython.int
    index: cython.int
    memset(sight, 0, cython.sizeof(Sight))
    for kind in range(6):
        sight.planes[kind] = pieces_of(position, side, kind)
        sight.planes[6 + kind] = pieces_of(position, 1 - side, kind)
    sight.planes[24] = _see_attacks(sight, position, side, 12)
    sight.planes[25] = _see_attacks(sight, position, 1 - side, 18)
    sight.planes[26] = position.state.blockers[side]
    sight.planes[27] = position.state.blockers[1 - side]
    _see_past(sight, position)
    sight.planes[37] = position.state.checkers
    if position.state.ep_square != NO_SQUARE:
        sight.planes[38] = bit(position.state.ep_square)
    for index in range(4):
        if position.state.castling >> index & 1:
            sight.planes[39] |= bit(position.castling_rook[index])
    if side:
        for index in range(40):
            sight.planes[index] = turned(sight.planes[index])
    for index in range(features.context_count):
        row: cython.int = features.context[index]
        if row >= HANGING:
            sight.planes[40 + (row >= HANGING + 384)] |= bit((row - HANGING) & 63)
        elif row >= ATTACKED:
            sight.planes[42 + (row >= ATTACKED + 384)] |= bit((row - ATTACKED) & 63)
        elif FLAGS <= row < FLAGS + 2:
            sight.planes[44] |= bit(4 + (2 if row == FLAGS else -2))
    sight.planes[45] = ~cython.cast(u64, 0)
    _see_numbers(sight, position, features, asked)


def squares_of(target_row, source_row):
    """See sight.pxd."""
    return (source_row & 63) + 64 * (target_row & 63)
