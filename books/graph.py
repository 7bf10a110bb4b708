"""The book as a graph of positions: the position after each move, and values backed up from the positions below."""

from collections.abc import Collection, Iterable, Mapping

import chess

from books.key import encode, from_core, position_key, signed
from engine.game.python_board import playable_core
from engine.rules.board import CoreBoard

MOST_ROUNDS = 200  # limit of the iteration: more than the length of a book line; cycles end here


def children(board: chess.Board, only: Collection[int] | None = None) -> dict[int, int]:
    """Returns the key of the position after each legal move, by the move's book code. Takes about 20 µs. `only`: codes of the
    moves that are asked for."""
    return {code: signed(key) for code, key, _ in _steps(board, False, only)}


def replies(board: chess.Board) -> dict[int, frozenset[int]]:
    """Returns the keys of the positions after the replies to each legal move, by the move's book code. Takes about 500
    µs."""
    return {code: below for code, _, below in _steps(board, True)}


def _steps(
    board: chess.Board, deeper: bool, only: Collection[int] | None = None
) -> Iterable[tuple[int, int, frozenset[int]]]:
    """Yields (code, unsigned key of the position after it, keys after each reply if `deeper`) of each legal move."""
    core = playable_core(board)
    if core is None:  # python-chess allows more than the core, such as too many promoted pieces
        yield from _steps_slowly(board, deeper)
        return
    for move in core.legal_moves():
        code = from_core(move)
        if only is not None and code not in only:
            continue
        core.push(move)
        yield code, core.key, _keys_after(core) if deeper else frozenset()
        core.pop()


def _keys_after(core: CoreBoard) -> frozenset[int]:
    keys = []
    for reply in core.legal_moves():
        core.push(reply)
        keys.append(signed(core.key))
        core.pop()
    return frozenset(keys)


def _steps_slowly(board: chess.Board, deeper: bool) -> Iterable[tuple[int, int, frozenset[int]]]:
    for move in board.legal_moves:
        after = board.copy(stack=False)
        code = encode(board, move)
        after.push(move)
        below = frozenset(key for _, key, _ in _steps_slowly(after, False)) if deeper else frozenset()
        yield code, position_key(after), below


def back_up(
    below: Mapping[int, Iterable[int]], values: Mapping[int, int], exits: Mapping[int, int] | None = None
) -> dict[int, int]:
    """Backs values up through the graph by negamax: a position is worth the best of its exit and of the negated values
    of the positions below it; without either, its own value. Centipawns for the side to move.

    `below`: the positions after the playable moves of each position. `values`: the searches' values. `exits`: the value
    of the best move that is not in the book. A position without `values` or `exits`, and above none with them, is left
    out.
    """
    known = exits or {}
    worth = dict(values)
    above: dict[int, set[int]] = {}
    for key, reached in below.items():
        for child in reached:
            above.setdefault(child, set()).add(key)
    waiting = set(below)
    for _ in range(MOST_ROUNDS):
        changed: set[int] = set()
        for key in waiting:
            found = [-worth[child] for child in below[key] if child in worth]
            found += [known[key]] if key in known else []
            if found and worth.get(key) != max(found):
                worth[key] = max(found)
                changed.add(key)
        waiting = {parent for key in changed for parent in above.get(key, ()) if parent in below}
        if not waiting:
            break
    return worth
