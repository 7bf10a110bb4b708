"""A game that was played on a python-chess board as a game tree, to be written."""

from collections.abc import Iterator, Mapping

import chess

from engine.game.position import Position
from engine.game.tree import Game
from engine.rules.board import CoreBoard


def game_of(board: chess.Board, headers: Mapping[str, str]) -> Game:
    """The moves that the board has made."""
    start = board.root()
    game = Game.new(Position.of(start.fen(), board.chess960), headers)
    core = CoreBoard.from_fen(game.start_fen, board.chess960)
    return game.with_line(core, _moves(board, core))


def _moves(board: chess.Board, core: CoreBoard) -> Iterator[int]:
    """Each move as the core's, which has made those before it."""
    for move in board.move_stack:
        yield core.parse_uci(move.uci()) if move else 0  # not board.uci: castling is told by where its kings are now
