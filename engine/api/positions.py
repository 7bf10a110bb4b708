"""Positions as callers of the library write them."""

import chess

from engine.game.limits import GamePosition
from engine.game.position import Position
from engine.game.python_board import board_of as _board_of
from engine.game.python_board import game_position
from engine.game.tree import Game
from engine.rules.fen import START_FEN

PositionLike = str | chess.Board | Game
"""A FEN or `startpos`, a board, whose history counts for repetitions, or a game, which stands for its last position."""


def position_of(where: PositionLike) -> GamePosition:
    """Returns the position with its history. A FEN is one of Chess960 only if its castling rights need it.

    :raises PositionError: it is not playable.
    """
    if isinstance(where, Game):
        return GamePosition(where.start_fen, where.moves(where.end()), chess960=where.chess960)
    if isinstance(where, chess.Board):
        return game_position(where.root().fen(shredder=where.chess960), where)
    fen = START_FEN if where == "startpos" else where
    return GamePosition(fen, chess960=Position.of(fen, None).chess960)


def board_of(where: PositionLike) -> chess.Board:
    """Returns the position as a board of python-chess, with its history.

    :raises PositionError: it is not playable. :raises MoveError: a move of it is not legal.
    """
    return _board_of(position_of(where))
