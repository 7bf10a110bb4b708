"""Exercises with a time limit: an answer is late after it, and only then."""

from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any, cast

import pytest

from engine.drill.deck import Deck
from engine.drill.deck_file import DeckFile
from engine.drill.sources.clock import ClockAnswer, ClockSource
from engine.play.people.thinking import ClockExercise
from engine.rules.board import CoreBoard

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("limit_s", "took_s", "late"), [(10, 10, False), (10, 10.5, True), (10, 1, False), (0, 900, False)]
)
def test_an_answer_is_late_after_the_limit_alone(limit_s: int, took_s: float, late: bool) -> None:
    now = [NOON]
    worth = SimpleNamespace(share=0.5, line=("e2e4",))
    judge = SimpleNamespace(worth=lambda *_: worth)
    question = SimpleNamespace(limit_s=limit_s, white=True, start_fen="", moves=(), chess960=False)
    question.board = CoreBoard.start()
    file = DeckFile(None, lambda _load: Deck(), lambda _content: None)
    source = ClockSource([cast(ClockExercise, question)], lambda: cast(Any, judge), lambda: now[-1], file)
    assert cast(object, source.next()) is question
    now.append(NOON + timedelta(seconds=took_s))
    verdict = source.judge(cast(ClockExercise, question), "e2e4")
    assert isinstance(verdict.why, ClockAnswer)
    assert (verdict.why.took_s, verdict.why.late, verdict.right) == (took_s, late, not late)
