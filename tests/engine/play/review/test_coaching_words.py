"""A sound move is compared with the other move of the position, by name."""

from dataclasses import replace

import chess
import pytest

from engine.coach.claims import ClaimRole
from engine.game.info import PovScore, Score
from engine.game.limits import Limits
from engine.play.review.coaching import MoveExplanation, explain_move
from engine.play.review.coaching_words import comment_text
from engine.play.review.own_judge import own_judge
from engine.play.review.values import EvaluationSource, PositionEvaluation


@pytest.mark.parametrize("best", [("e2e4", "e7e5"), ()])
def test_the_best_move_is_compared_with_the_first_move_of_the_rivals_line(best: tuple[str, ...]) -> None:
    score = PovScore(Score(centipawns=20), True)
    rival = PositionEvaluation(score, 0.5, 9, ("d2d4", "g8f6", "c2c4"), EvaluationSource.SEARCH)
    found = MoveExplanation(chess.STARTING_FEN, "e2e4", 0.0, None, best, score, score, (), rival, chess960=False)
    told = comment_text(found)
    assert "d4" in told and "c4" not in told


def test_what_a_good_move_does_comes_first_and_a_mate_is_not_compared() -> None:
    board = chess.Board()
    for san in ("e4", "e5", "Bc4", "Nc6", "Qh5", "Nf6"):
        board.push_san(san)
    found = explain_move(own_judge(Limits(nodes=30_000), None), board, board.parse_san("Qxf7#"))
    assert found is not None and {claim.role for claim in found.claims} == {ClaimRole.MISSES, ClaimRole.ALLOWS}
    for claims in (found.claims, found.claims[::-1]):
        assert comment_text(replace(found, claims=claims)) == "4. Qxf7#: mate."
        plain = tuple(replace(claim, mate=0) for claim in claims)
        assert comment_text(replace(found, claims=plain)).index("Qxf7#") == len("4. ")
