"""A sound move is compared with the other move of the position, by name."""

import chess
import pytest

from engine.game.info import PovScore, Score
from engine.play.review.coaching import MoveExplanation
from engine.play.review.coaching_words import comment_text
from engine.play.review.values import EvaluationSource, PositionEvaluation


@pytest.mark.parametrize("best", [("e2e4", "e7e5"), ()])
def test_the_best_move_is_compared_with_the_first_move_of_the_rivals_line(best: tuple[str, ...]) -> None:
    score = PovScore(Score(centipawns=20), True)
    rival = PositionEvaluation(score, 0.5, 9, ("d2d4", "g8f6", "c2c4"), EvaluationSource.SEARCH)
    found = MoveExplanation(chess.STARTING_FEN, "e2e4", 0.0, None, best, score, score, (), rival, chess960=False)
    told = comment_text(found)
    assert "d4" in told and "c4" not in told
