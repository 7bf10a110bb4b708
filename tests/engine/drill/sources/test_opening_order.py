"""A whole line of the openings: the own positions on the way, and no others."""

import random
from typing import cast

import chess

from books.repertoire.lines import RepertoirePosition, Spots
from engine.drill.sources.opening_order import LineOrder, own_positions

MOVES = tuple(chess.Move.from_uci(uci) for uci in ("e2e4", "e7e5", "g1f3", "b8c6", "f1b5"))


def spot(plies: int, own: bool = True) -> RepertoirePosition:
    """The position after so many moves; its answer is the next one."""
    board = chess.Board()
    for move in MOVES[:plies]:
        board.push(move)
    return RepertoirePosition(board, own, MOVES[:plies], answers=(MOVES[plies],))


def test_positions_of_the_opponent_and_unknown_ones_on_the_way_are_not_asked() -> None:
    """The opponent's has moves too: the replies of the book."""
    start, reply, target = spot(0), spot(1, own=False), spot(4)  # the one after two moves is not known
    spots = cast(Spots, {one.key: one for one in (start, reply, target)})
    order = LineOrder(spots, [target], {}, 0.0, random.Random(1))
    assert [one.path for one in order._line_to(target)] == [(), MOVES[:4]]
    assert own_positions(spots, [move.uci() for move in MOVES]) == [start, target]
