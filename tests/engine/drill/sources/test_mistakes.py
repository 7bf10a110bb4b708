"""The user's own mistakes in the deck: saved, asked again, forgotten."""

from datetime import UTC, datetime, timedelta

import pytest

from engine.drill.deck import Deck, Grade
from engine.drill.deck_file import DeckFile, as_file, of_file
from engine.drill.session import Session
from engine.drill.sources.mistakes import (
    SOURCE,
    Loss,
    MistakeSource,
    add,
    answered,
    counts,
    due,
    forgot,
    saved,
)
from engine.game.info import PovScore, Score
from engine.ground.errors import RatsuError
from engine.play.review.exercises import MistakeExercise
from engine.play.review.judge import PositionJudge
from engine.play.review.values import EvaluationSource, PositionEvaluation
from tests.desktop.services.training.test_mistake_trainer import AFTER_QH5, exercise

NOW = datetime(2026, 1, 1, 12, tzinfo=UTC)
ONE, OTHER = exercise(), exercise(AFTER_QH5[:2], "d2d4", "a2a3")


def in_memory(deck: Deck | None = None) -> DeckFile:
    return DeckFile(None, lambda _load: deck or Deck(), len)


def test_right_answers_are_spaced_out_and_what_is_saved_again_keeps_its_card() -> None:
    file, now, waits = in_memory(), NOW, list[float]()
    assert add(file, (ONE, ONE)) == 1 and due(file.value(), now) == (ONE,)
    for _ in range(3):
        deck = file.change(lambda deck: answered(deck, ONE, Grade.RIGHT, now))  # noqa: B023 - called at once
        assert due(deck, now) == ()
        waits.append(deck.of(SOURCE)[ONE.id].days)
        now += timedelta(days=waits[-1], minutes=-15 if len(waits) > 1 else 1)  # earlier on that day
        assert due(deck, now) == (ONE,)
    assert waits[1] == 2 and waits == sorted(waits)
    assert file.change(lambda deck: answered(deck, ONE, Grade.WRONG, now)).of(SOURCE)[ONE.id].days < 1
    assert add(file, (ONE, OTHER)) == 1 and counts(file.value(), now)[:2] == (1, 2)


def test_one_that_was_forgotten_comes_back_by_hand_only_and_is_new_then() -> None:
    file = in_memory(answered(Deck(), ONE, Grade.RIGHT, NOW))
    file.change(forgot(ONE))
    assert counts(file.value(), NOW) == (0, 0, None)
    assert add(file, (ONE,)) == 0, "who reads the same games again does not bring it back"
    assert saved(file.value()) == ()
    assert add(file, (ONE,), by_hand=True) == 1
    assert counts(file.value(), NOW) == (1, 1, None)


def test_new_ones_come_last_and_thirty_at_most() -> None:
    deck = answered(Deck(), OTHER, Grade.WRONG, NOW)
    file = in_memory(deck)
    add(file, (ONE,))
    later = NOW + timedelta(days=1)
    assert due(file.value(), later) == (OTHER, ONE) and due(file.value(), later, most=1) == (OTHER,)


def test_an_exercise_in_the_file_is_legal_and_under_its_own_name() -> None:
    file = in_memory()
    add(file, (ONE,))
    content = as_file(file.value())
    assert saved(of_file(content)) == (ONE,)
    for damage in (content.replace(b"g7g6", b"g7g2"), content.replace(ONE.id.encode(), b"another")):
        with pytest.raises(ValueError, match=r"g7g2|another position"):
            of_file(damage)


class Fixed(PositionJudge):
    """Gives White this share of the point everywhere; None: it was stopped."""

    def __init__(self, share: float | None) -> None:
        self.share = share

    def deeper(self) -> PositionJudge:
        return self

    def worth(self, *_: object) -> PositionEvaluation | None:
        if self.share is None:
            return None
        return PositionEvaluation(PovScore(Score(0), True), self.share, 1, (), EvaluationSource.SEARCH)


@pytest.mark.parametrize(
    ("move", "share", "right", "points"),
    [("g7g6", 0.9, True, 0.0), ("d7d6", 0.54, True, 4.0), ("d7d6", 0.56, False, 6.0), ("g8f6", 0.5, False, 0.0)],
)
def test_a_move_that_loses_next_to_nothing_is_right_but_never_the_mistake_itself(
    move: str, share: float, right: bool, points: float
) -> None:
    session = Session(MistakeSource((ONE,), lambda: Fixed(share), lambda: NOW))
    assert session.next() == ONE and ONE.share == 0.5
    verdict = session.answer(move)
    assert verdict.right is right and isinstance(verdict.why, Loss)
    assert round(verdict.why.points, 6) == points and verdict.why.best is (move == "g7g6")
    assert session.graded is not None and session.graded.due is None, "it is not from the deck"
    assert session.next() is None


class Hasty(Fixed):
    """Gives White another share of the point after a deeper look."""

    def __init__(self, share: float, then: float) -> None:
        super().__init__(share)
        self._then = then

    def deeper(self) -> PositionJudge:
        return Fixed(self._then)


@pytest.mark.parametrize(
    ("share", "then", "right", "points"), [(0.58, 0.51, True, 1.0), (0.58, 0.57, False, 7.0), (0.65, 0.5, False, 15.0)]
)
def test_a_small_fault_is_looked_at_again_before_it_is_one(
    share: float, then: float, right: bool, points: float
) -> None:
    verdict = MistakeSource((ONE,), lambda: Hasty(share, then), lambda: NOW).judge(ONE, "d7d6")
    assert isinstance(verdict.why, Loss)
    assert (verdict.right, round(verdict.why.points, 6)) == (right, points)


def grade_of(session: Session[MistakeExercise]) -> Grade | None:
    assert session.graded is not None and session.graded.days is not None
    return session.graded.grade


def test_answers_from_the_deck_are_graded_and_none_that_was_stopped() -> None:
    file = in_memory()
    add(file, (ONE, OTHER))
    source = MistakeSource((ONE, OTHER), lambda: Fixed(None), lambda: NOW, file)
    session = Session(source)
    session.next()
    with pytest.raises(RatsuError, match="stopped"):
        session.answer("d7d6")
    assert not file.value().of(SOURCE)
    session.hint()
    session.answer("g7g6")
    assert grade_of(session) is Grade.HELPED
    session.next()
    session.give_up()
    assert grade_of(session) is Grade.WRONG
    assert {*file.value().of(SOURCE)} == {ONE.id, OTHER.id}
