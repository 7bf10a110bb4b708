"""What exchanges win, in levels: what people see of a capture at a glance."""

import cython
from cython.cimports.engine.rules.movegen import generate_noisy
from cython.cimports.engine.rules.see import see_at_least
from cython.cimports.engine.rules.types import MAX_MOVES, NO_PIECE, Move, move_target

# Levels of what an exchange wins: from so many centipawns on, and what it counts for.
LEVEL_FROM = cython.declare(cython.int[5])
for _index in range(5):
    LEVEL_FROM[_index] = (0, 50, 200, 400, 700)[_index]
    LEVEL_WORTH[_index] = (0, 100, 310, 490, 900)[_index]


def best_exchange(position, levels, square):
    """See exchange.pxd."""
    moves: Move[MAX_MOVES]
    count: cython.int = generate_noisy(position, moves)
    best: cython.int = 0
    index: cython.int
    level: cython.int
    for index in range(count):
        move: Move = moves[index]
        target: cython.int = move_target(move)
        level = 0 if levels != cython.NULL else best
        while level < 4 and see_at_least(position, move, LEVEL_FROM[level + 1]):
            level += 1
        if levels != cython.NULL and position.board[target] != NO_PIECE and levels[target] < level + 1:
            levels[target] = level + 1
        if level > best:
            best = level
            square[0] = target
    return best


def exchange_level(position, move):
    """See exchange.pxd."""
    if see_at_least(position, move, 0):
        if not see_at_least(position, move, 50):
            return 3
        return 4 + see_at_least(position, move, 200) + see_at_least(position, move, 400)
    if not see_at_least(position, move, -400):
        return 0
    return 1 + see_at_least(position, move, -150)


def cheapest_of(position, attackers):
    """See exchange.pxd."""
    kind: cython.int
    for kind in range(6):
        if attackers & position.by_type[kind]:
            return kind + 1
    return 0
