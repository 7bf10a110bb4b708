"""A console game as PGN, with the source of every engine move as its comment."""

import datetime
from pathlib import Path

import chess

from engine.errors import RatsuError
from engine.files import write_atomically
from engine.game.outcome import Outcome
from engine.pgn.writer import written_game
from engine.play.board_game import game_of
from engine.version import VERSION


class GameRecord:
    """The comments of a game, move by move; the moves themselves are on the board."""

    def __init__(self, human: chess.Color | None) -> None:
        self.human = human
        self._comments: list[str] = []

    def add(self, comment: str) -> None:
        """Notes the comment of the move that was just made."""
        self._comments.append(comment)

    def take_back(self) -> None:
        """Forgets the last move's comment."""
        self._comments.pop()

    def pgn(self, board: chess.Board, outcome: Outcome | None) -> str:
        """The game as PGN text; `outcome` is None while it is not over."""
        engine = f"Ratsu {VERSION}"
        headers = {
            "Event": "Console game",
            "Date": datetime.datetime.now().astimezone().strftime("%Y.%m.%d"),
            "White": "Human" if self.human == chess.WHITE else engine,
            "Black": "Human" if self.human == chess.BLACK else engine,
        }
        if outcome is not None:
            headers |= {"Result": outcome.result, "Termination": outcome.termination.pgn}
        game = game_of(board, headers)
        nodes = game.main_line()
        for node, comment in zip(nodes, self._comments, strict=True):
            game = game.with_node(node.changed(comments=(comment,) if comment else ()))
        if outcome is not None and nodes:
            last = game.node(nodes[-1].id)
            game = game.with_node(last.changed(comments=(*last.comments, str(outcome))))
        return written_game(game)

    def save(self, path: Path, board: chess.Board, outcome: Outcome | None) -> None:
        """Writes the PGN beside the target and puts it in its place. Raises RatsuError where that cannot be done."""
        try:
            write_atomically(path, self.pgn(board, outcome).encode())
        except OSError as error:
            raise RatsuError("cannot save the game to %1: %2", path, error) from error
