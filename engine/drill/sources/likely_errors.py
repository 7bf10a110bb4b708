"""The chance that people of a rating go wrong in a position, by which the endgame trainer's defender sets its traps."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import chess

from engine.game.python_board import game_position
from engine.human.predicted_player import PredictedPlayer
from engine.human.predictor import Predictor
from engine.play.people.human_replies import HIGHEST_ELO, LOWEST_ELO


class LikelyErrors:
    """People of one rating, by the predictor's network alone: about 1 ms a position. One thread at a time."""

    def __init__(self, elo: int) -> None:
        """The rating is brought into the predictor's range. :raises PredictorError: its file cannot be used."""
        elo = min(max(elo, LOWEST_ELO), HIGHEST_ELO)
        self._player, self._predictor = PredictedPlayer(elo, elo), _network()

    def __call__(self, board: chess.Board, right: Sequence[chess.Move]) -> float:
        """The chance (0 to 1) that such a person plays a move that is not among the right ones."""
        chances = self._predictor.predict(game_position(board.root().fen(), board), self._player)
        return max(0.0, 1 - sum(chances.get(board.uci(move), 0.0) for move in right))


@lru_cache(maxsize=1)
def _network() -> Predictor:
    return Predictor()
