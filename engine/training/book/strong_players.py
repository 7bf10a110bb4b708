"""Predicts the moves of strong players of today, because the games of a book may be old."""

from books.key import from_core
from engine.human.predicted_player import PredictedPlayer, Site
from engine.human.predictor import Predictor
from engine.rules.board import CoreBoard

STRONG = PredictedPlayer(2_500, 2_500, 600, 5, Site.LICHESS)
"""The player asked about: the strongest in the predictor's data, with ten minutes."""


class StrongPlayers:
    """The predictor; for one thread at a time."""

    def __init__(self) -> None:
        self._predictor = Predictor()

    def __call__(self, fen: str) -> dict[int, float]:
        """The probability of each legal move (book code); takes about 1.5 ms."""
        board = CoreBoard.from_fen(fen, chess960=False)
        return {from_core(move): chance for move, chance in self._predictor.chances(board, STRONG).items()}
