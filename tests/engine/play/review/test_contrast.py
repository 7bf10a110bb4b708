"""Why a move of the book is right: told against what people play, only where a search and the book agree, and proved."""

from dataclasses import replace

import chess
import pytest

from engine.coach.claims import Balance, ClaimRole, Motif
from engine.game.info import PovScore, Score
from engine.game.limits import GamePosition
from engine.game.stopper import Stopper
from engine.play.review import contrast
from engine.play.review.coaching_words import contrast_text
from engine.play.review.contrast import Contrast, HumanMoves, why_not, why_right
from engine.play.review.judge import PositionJudge
from engine.play.review.judging import white_share
from engine.play.review.values import EvaluationSource, PositionEvaluation

AFTER_E5 = "e4 e5"
WORTHS = {  # after the moves of White: centipawns of White, and what follows
    "f2f4": (-60, "e5f4 g1f3 g7g5 h2h4 g5g4"),
    "g1f3": (30, "b8c6 f1b5 a7a6 b5a4 g8f6"),
    "b1c3": (10, "g8f6 g2g3 d7d5 e4d5 f6d5"),
}


class Told(PositionJudge):
    """Knows what a move is worth by the move itself; any later position is as good as the best."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def worth(
        self, board: chess.Board, position: GamePosition, stopper: Stopper | None = None
    ) -> PositionEvaluation | None:
        if stopper is not None and stopper.asked():
            return None
        last = board.peek().uci() if board.move_stack else ""
        self.asked.append(last)
        centipawns, line = WORTHS.get(last, (30, ""))
        return PositionEvaluation(
            _score(centipawns), white_share(_score(centipawns)), 1, tuple(line.split()), EvaluationSource.SEARCH
        )


def _score(centipawns: int) -> PovScore:
    return PovScore(Score(centipawns=centipawns), True)


def board_after(text: str) -> chess.Board:
    board = chess.Board()
    for san in text.split():
        board.push_san(san)
    return board


def of_nf3(
    chances: dict[str, float], values: dict[str, int], right: str = "Nf3", judge: Told | None = None
) -> Contrast | None:
    board = board_after(AFTER_E5)
    usual = HumanMoves(1500, chances, {uci: _score(value) for uci, value in values.items()})
    moves = {board.parse_san(san) for san in right.split()}
    return why_right(judge or Told(), board, board.parse_san("Nf3"), moves, usual, Stopper())


def test_the_usual_move_that_is_worse_is_named_with_its_share_and_both_values() -> None:
    found = of_nf3({"g1f3": 0.6, "b1c3": 0.2, "f2f4": 0.08}, {})
    assert found is not None
    assert (found.move, found.other, found.share, found.elo) == ("g1f3", "f2f4", 0.08, 1500)
    text = contrast_text(found)
    assert text.startswith(
        "Players rated 1500: 8% play f4. After 2. Nf3 it is +0.30; after 2. f4 it is -0.60. 2. f4 allows "
    )
    assert found.claims[0].role is ClaimRole.ALLOWS and found.claims[0].line[:2] == ("f2f4", "e5f4")


def test_the_values_of_the_book_are_shown_where_it_knows_both() -> None:
    found = of_nf3({"f2f4": 0.08}, {"g1f3": 32, "f2f4": -54})
    assert found is not None
    assert "After 2. Nf3 it is +0.32; after 2. f4 it is -0.54." in contrast_text(found)
    one = of_nf3({"f2f4": 0.08}, {"g1f3": 32})
    assert one is not None
    assert "it is +0.30; after 2. f4 it is -0.60" in contrast_text(one)  # the values of one search are compared


@pytest.mark.parametrize(
    ("chances", "values", "right"),
    [
        ({"f2f4": 0.04}, {}, "Nf3"),  # hardly anybody plays it
        ({"f2f4": 0.08}, {"g1f3": 20, "f2f4": 1}, "Nf3"),  # the book, which looked longer, does not agree
        ({"f2f4": 0.08}, {}, "Nf3 f4"),  # it is right as well
        ({"b1c3": 0.3}, {}, "Nf3"),  # it is as good
    ],
)
def test_no_move_is_blamed_that_is_rare_right_or_as_good(
    chances: dict[str, float], values: dict[str, int], right: str
) -> None:
    found = of_nf3(chances, values, right)
    assert found is None or not found.other


def test_without_a_worse_usual_move_it_is_told_what_the_move_does_at_once() -> None:
    found = of_nf3({"b1c3": 0.3}, {})
    assert found is not None
    assert contrast_text(found) == "2. Nf3: it threatens the pawn on e5."
    assert [claim.motif for claim in found.claims] == [Motif.THREATENS]


class Silent(Told):
    """Finds every move as good, and no line."""

    def worth(
        self, board: chess.Board, position: GamePosition, stopper: Stopper | None = None
    ) -> PositionEvaluation | None:
        return PositionEvaluation(_score(30), white_share(_score(30)), 1, (), EvaluationSource.SEARCH)


@pytest.mark.parametrize(
    ("values", "told"),
    [
        (
            {"g1f3": 37, "f1c4": 17},
            "Players rated 1500: 20% play Bc4. After 2. Nf3 it is +0.37; after 2. Bc4 it is +0.17.",
        ),
        ({"g1f3": 37, "f1c4": 18}, ""),  # hardly ahead
        ({"g1f3": 37}, ""),
    ],
)
def test_where_nothing_is_proved_the_values_of_the_book_are_told_if_it_sees_the_move_ahead(
    values: dict[str, int], told: str
) -> None:
    found = of_nf3({"g1f3": 0.5, "f1c4": 0.2, "b1c3": 0.1}, values, "Nf3 Bc4", Silent())
    assert (contrast_text(found) if found is not None else "") == told


def test_what_was_stopped_says_nothing() -> None:
    board, stopper, judge = board_after(AFTER_E5), Stopper(), Told()
    stopper.stop()
    assert why_right(judge, board, board.parse_san("Nf3"), (), HumanMoves(1500, {"f2f4": 0.1}, {}), stopper) is None
    assert why_not(judge, board, board.parse_san("Nf3"), board.parse_san("f4"), stopper) is None
    assert judge.asked == []


def test_a_wrong_answer_is_told_only_where_it_is_a_mistake() -> None:
    board = board_after(AFTER_E5)
    best = board.parse_san("Nf3")
    found = why_not(Told(), board, best, board.parse_san("f4"), Stopper())
    assert found is not None
    assert contrast_text(found).startswith("After 2. Nf3 it is +0.30; after 2. f4 it is -0.60. 2. f4 allows ")
    assert why_not(Told(), board, best, board.parse_san("Nc3"), Stopper()) is None


def test_of_the_right_move_it_is_not_said_that_it_wins_something() -> None:
    """In the Ruy Lopez 3...a6 does not win a pawn, though a line with 5...Nxe4 may end before the pawn is back."""
    found = of_nf3({"b1c3": 0.3}, {})
    assert found is not None
    (claim,) = found.claims
    assert contrast._is_told(claim)
    assert not contrast._is_told(replace(claim, balance=Balance((chess.PAWN,))))
    assert contrast._is_told(replace(claim, role=ClaimRole.ALLOWS, balance=Balance((chess.PAWN,))))
