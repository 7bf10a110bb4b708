"""What the predictor sees of a position: a list of rows. Who is asked, the last moves, the pieces and whether they hang."""

import cython
from cython.cimports.engine.human.seen import (
    AGE,
    ATTACKED,
    BOARD,
    COARSE_RATING,
    EN_PASSANT_FILE,
    FLAGS,
    HANGING,
    LAST_SOURCE,
    LAST_TARGET,
    MEN,
    OPPONENT,
    OWN_LAST_TARGET,
    RATING,
    SITE,
    TAKEN,
    TIME,
    landing_of,
    limited,
)
from cython.cimports.engine.rules.bitboard import pop_lsb, popcount
from cython.cimports.engine.rules.position import State, occupied_squares, repetitions
from cython.cimports.engine.rules.types import NO_MOVE, NO_PIECE, NO_SQUARE, move_source, u64


def see_asked(features, position, asked):
    """See context.pxd."""
    seconds: cython.int = asked.base_s + 40 * asked.increment_s
    time: cython.int = 0
    if seconds > 0:
        time = 1 + (seconds >= 120) + (seconds >= 180) + (seconds >= 300) + (seconds >= 480)
        time += (seconds >= 900) + (seconds >= 1800)
    plies: cython.int = 2 * position.fullmove - 2 + position.side
    age: cython.int = plies if plies < 10 else 10 + (plies >= 12) + (plies >= 14) + (plies >= 16) + (plies >= 20)
    if plies >= 24:
        age = 15 + (plies >= 30) + (plies >= 40) + (plies >= 50) + (plies >= 70) + (plies >= 100)
    put(features, SITE + limited(asked.site, 0, 3))
    put(features, RATING + limited((asked.elo - 400) // 100, 0, 23))
    put(features, COARSE_RATING + limited((asked.elo - 400) // 300, 0, 7))
    put(features, OPPONENT + limited((asked.opponent - asked.elo + 450) // 100, 0, 8))
    put(features, TIME + time)
    put(features, AGE + age)


def see_history(features, position, turn):
    """See context.pxd."""
    state: cython.pointer(State) = position.state
    rights: cython.int = state.castling if position.side == 0 else (state.castling >> 2) | ((state.castling & 3) << 2)
    index: cython.int
    for index in range(4):
        if rights >> index & 1:
            put(features, FLAGS + index)
    if state.checkers:
        put(features, FLAGS + 4)
    if repetitions(position):
        put(features, FLAGS + 5)
    if state.ep_square != NO_SQUARE:
        put(features, EN_PASSANT_FILE + (state.ep_square & 7))
    if state.captured != NO_PIECE:
        put(features, TAKEN + state.captured % 6)
    if position.top >= 1 and state.move != NO_MOVE:
        kind: cython.int = state.moved % 6
        put(features, LAST_TARGET + 64 * kind + (landing_of(state.move) ^ turn))
        put(features, LAST_SOURCE + 64 * kind + (move_source(state.move) ^ turn))
        if position.top >= 2:
            before: cython.pointer(State) = cython.address(position.states[position.top - 1])
            if before.move != NO_MOVE:
                put(features, OWN_LAST_TARGET + 64 * (before.moved % 6) + (landing_of(before.move) ^ turn))


def see_pieces(features, position, levels, turn):
    """See context.pxd."""
    occupied: u64 = occupied_squares(position)
    own: cython.int = position.side
    put(features, MEN + (popcount(occupied) - 2) // 3)
    while occupied:
        square: cython.int = pop_lsb(cython.address(occupied))
        piece: cython.int = position.board[square]
        row: cython.int = (0 if piece // 6 == own else 384) + 64 * (piece % 6) + (square ^ turn)
        put(features, BOARD + row)
        if levels[square]:
            put(features, (ATTACKED if levels[square] == 1 else HANGING) + row)
