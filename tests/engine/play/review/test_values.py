"""The signs of a review, as PGN numbers them."""

import chess.pgn

from engine.play.review.values import MoveJudgement


def test_each_sign_has_its_number() -> None:
    assert {judgement.value: judgement.nag for judgement in MoveJudgement} == {
        "?!": chess.pgn.NAG_DUBIOUS_MOVE,
        "?": chess.pgn.NAG_MISTAKE,
        "??": chess.pgn.NAG_BLUNDER,
    }
