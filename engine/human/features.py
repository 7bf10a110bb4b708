"""What the predictor sees: of the position a list of rows, of each legal move its squares and twenty small facts.

Everything is seen by the side to move: ranks are turned for Black, own pieces come first. Facts are what people react to: what
hangs, what the last move did, what a move attacks or leaves behind, and what the evaluation thinks of the position after it,
less what the other side can then win by exchange. No search: one evaluation a move.
"""

import cython
from cython.cimports.engine.evaluation.nnue import AccumulatorStack, Weights, nnue_evaluate
from cython.cimports.engine.human.context import put, see_asked, see_history, see_pieces
from cython.cimports.engine.human.exchange import LEVEL_WORTH, best_exchange
from cython.cimports.engine.human.move_facts import see_move
from cython.cimports.engine.human.seen import (
    BALANCE,
    CP_PER_LOGIT,
    MAX_MOVES,
    OWN_CHANCE,
    OWN_DANGER,
    Features,
    MoveFeatures,
    class_of,
    landing_of,
    limited,
)
from cython.cimports.engine.rules.movegen import count_legal, generate_legal
from cython.cimports.engine.rules.position import (
    Position,
    make_move,
    make_null_move,
    repetitions,
    unmake_move,
    unmake_null_move,
)
from cython.cimports.engine.rules.see import see_at_least
from cython.cimports.engine.rules.types import (
    CASTLING,
    NO_PIECE,
    NO_SQUARE,
    Move,
    move_kind,
    move_target,
    u8,
)
from cython.cimports.libc.math import exp
from cython.cimports.libc.string import memset

# Winning probability, in thousandths: bounds of the classes.
_LOSSES = (3, 8, 15, 24, 35, 50, 70, 95, 125, 160, 205, 260, 330, 420, 550)
_CHANGES = (-300, -150, -80, -40, -20, -6, 6, 20, 40, 80, 150, 300)
_BALANCES = (20, 60, 130, 230, 350, 450, 550, 650, 770, 870, 940)
LOSS_BOUNDS = cython.declare(cython.int[15])
CHANGE_BOUNDS = cython.declare(cython.int[12])
BALANCE_BOUNDS = cython.declare(cython.int[11])
for _index in range(15):
    LOSS_BOUNDS[_index] = _LOSSES[_index]
for _index in range(12):
    CHANGE_BOUNDS[_index] = _CHANGES[_index]
for _index in range(11):
    BALANCE_BOUNDS[_index] = _BALANCES[_index]

MATE_CP = cython.declare(cython.int, 3000)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _permille(centipawns: cython.int) -> cython.int:
    """Winning probability in thousandths."""
    return cython.cast(cython.int, 1000.0 / (1.0 + exp(-centipawns / cython.cast(cython.double, CP_PER_LOGIT))) + 0.5)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _see_after(
    position: cython.pointer(Position),
    move: Move,
    slots: cython.pointer(u8),
    weights: cython.pointer(cython.const[Weights]),
    stack: cython.pointer(AccumulatorStack),
    danger: cython.int,
    standing: cython.pointer(cython.int),
) -> cython.int:
    """Makes the move: slots 4, 10 and 18. Returns the evaluation less what hangs, in centipawns for the mover; `standing`
    gets the evaluation alone."""
    square: cython.int = NO_SQUARE
    capture: cython.bint = position.board[move_target(move)] != NO_PIECE and move_kind(move) != CASTLING
    sound: cython.bint = see_at_least(position, move, 0)
    make_move(position, move)
    value: cython.int = 0
    worth: cython.int = 0
    if position.state.checkers and count_legal(position) == 0:
        slots[4] = 3
        value = MATE_CP
    elif count_legal(position) != 0:
        if position.state.checkers:
            slots[4] = (1 if sound else 2) + (3 if capture else 0)
        value = limited(-nnue_evaluate(weights, stack, position), -2000, 2000)
        level: cython.int = best_exchange(position, cython.NULL, cython.address(square))
        worth = LEVEL_WORTH[level]
        if danger or level:
            slots[10] = 2 * (5 * danger + level) + (1 if square == landing_of(move) else 0)
    slots[18] = limited(repetitions(position), 0, 2)
    unmake_move(position)
    standing[0] = value
    return value - worth


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _compare(
    features: cython.pointer(Features),
    values: cython.pointer(cython.int),
    standing: cython.pointer(cython.int),
    now: cython.int,
    danger: cython.int,
) -> cython.void:
    """What a move loses against the best, changes, and its rank: slots 11, 12, 13 and 19."""
    best: cython.int = -32000
    index: cython.int
    other: cython.int
    for index in range(features.move_count):
        best = values[index] if values[index] > best else best
    for index in range(features.move_count):
        slots: cython.pointer(u8) = cython.address(features.moves[index].slots[0])
        better: cython.int = 0
        for other in range(features.move_count):
            better += values[other] > values[index]
        slots[11] = 1 + class_of(_permille(best) - _permille(values[index]), LOSS_BOUNDS, 15)
        slots[12] = 1 + class_of(_permille(standing[index]) - now, CHANGE_BOUNDS, 12)
        rank: cython.int = better if better < 3 else 3 + (better >= 5) + (better >= 8) + (better >= 12) + (better >= 20)
        slots[13] = 1 + rank
        manner: cython.int = 2 if slots[4] else 1 if slots[0] else 0
        slots[19] = 1 + ((rank if rank < 3 else 3) * 3 + manner) * 2 + (danger > 0)


def see_position(features, position, weights, stack, asked):
    """See features.pxd."""
    turn: cython.int = 56 if position.side else 0
    levels: u8[64]
    moves: Move[MAX_MOVES]
    values: cython.int[MAX_MOVES]
    standing: cython.int[MAX_MOVES]
    square: cython.int = NO_SQUARE
    danger: cython.int = 0
    index: cython.int
    memset(levels, 0, 64)
    features.context_count = 0
    see_asked(features, position, asked)
    see_history(features, position, turn)
    chance: cython.int = best_exchange(position, levels, cython.address(square))
    if not position.state.checkers:
        make_null_move(position)
        danger = best_exchange(position, levels, cython.address(square))
        unmake_null_move(position)
    now: cython.int = _permille(nnue_evaluate(weights, stack, position))
    put(features, BALANCE + class_of(now, BALANCE_BOUNDS, 11))
    put(features, OWN_DANGER + danger)
    put(features, OWN_CHANCE + chance)
    see_pieces(features, position, levels, turn)
    features.move_count = generate_legal(position, moves)
    for index in range(features.move_count):
        found: cython.pointer(MoveFeatures) = cython.address(features.moves[index])
        see_move(found, position, moves[index], levels, turn)
        values[index] = _see_after(
            position, moves[index], found.slots, weights, stack, danger, cython.address(standing[index])
        )
    _compare(features, values, standing, now, danger)
