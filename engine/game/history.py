"""A game position as a python-chess board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.errors import MoveError
from engine.game.limits import GamePosition
from engine.game.position import Position

if TYPE_CHECKING:
    import chess


def board_of(position: GamePosition) -> chess.Board:
    """The position as a python-chess board with its history. Raises PositionError or MoveError."""
    import chess  # here, not above: the search alone starts without it

    Position.of(position.fen, position.chess960)  # the gate
    board = chess.Board(position.fen, chess960=position.chess960)
    for text in position.moves:
        try:
            move = board.parse_uci(text)
            if not move:
                raise ValueError("null move")
            board.push(move)
        except ValueError as error:
            raise MoveError("%1 is not a legal move in %2", text, board.fen()) from error
    return board
