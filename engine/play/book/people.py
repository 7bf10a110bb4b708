"""What people of a rating would play, as the trainer is handed it when it shows what could close a gap."""

from collections.abc import Mapping

import chess

from books.repertoire.filling import People
from engine.game.limits import GamePosition
from engine.human.predictor import Predictor
from engine.human.question import Question
from engine.play.shallow_scores import ShallowScores


def people_of(elo: int) -> People:
    """A predictor for players of a rating against their like; one thread at a time. Raises PredictorError."""
    predictor = Predictor(ShallowScores())

    def people(board: chess.Board) -> Mapping[str, float]:
        return predictor.predict(GamePosition(board.fen(), chess960=board.chess960), Question(elo, elo))

    return people
