"""Perft in small pieces, so that it can be stopped in between."""

from collections.abc import Callable
from operator import add
from typing import NamedTuple

from engine.rules.board import CoreBoard

PIECE_DEPTH = 4  # plies counted in one call of the core: well below a second between checks for a stop


def divide(board: CoreBoard, depth: int, stopped: Callable[[], bool]) -> list[tuple[str, int]]:
    """Returns the leaves below each legal move, `depth` plies from the root. The board is unchanged afterwards.

    `stopped` is called between pieces; once it returns True, the moves counted so far are returned.
    """
    counts: list[tuple[str, int]] = []
    if depth < 1:
        return counts
    for move in board.legal_moves():
        name = board.uci(move)
        board.push(move)
        leaves = count(board, depth - 1, stopped)
        board.pop()
        if stopped():
            break
        counts.append((name, leaves))
    return counts


def count(board: CoreBoard, depth: int, stopped: Callable[[], bool]) -> int:
    """Returns the leaves `depth` plies from here; a partial count once `stopped` returns True. The board is unchanged
    afterwards."""
    if depth <= PIECE_DEPTH:
        return board.perft(depth)
    leaves = 0
    for move in board.legal_moves():
        if stopped():
            break
        board.push(move)
        leaves += count(board, depth - 1, stopped)
        board.pop()
    return leaves


class MoveKinds(NamedTuple):
    """Leaves by kind of their last move. En passant counts as a capture too, mate as a check too."""

    nodes: int = 0
    captures: int = 0
    en_passant: int = 0
    castles: int = 0
    promotions: int = 0
    checks: int = 0
    mates: int = 0


def count_kinds(board: CoreBoard, depth: int, stopped: Callable[[], bool]) -> MoveKinds:
    """Returns the leaves `depth` plies from here (at least 1) by kind; a partial count once `stopped` returns True. The board
    is unchanged afterwards."""
    if depth <= PIECE_DEPTH:
        return MoveKinds(*board.perft_kinds(depth))
    total = MoveKinds()
    for move in board.legal_moves():
        if stopped():
            break
        board.push(move)
        total = MoveKinds(*map(add, total, count_kinds(board, depth - 1, stopped)))
        board.pop()
    return total
