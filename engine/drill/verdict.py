"""The result of an answer."""

from __future__ import annotations

from typing import Generic, TypeVar

from engine.drill.deck import Grade
from engine.ground.values import dataclass

Q = TypeVar("Q")


@dataclass(frozen=True)
class GivenAnswer:
    """The effort of an answer: hints, milliseconds, and the move in coordinate notation (empty: the user gave up)."""

    hints: int = 0
    took_ms: int = 0
    answer: str = ""


@dataclass(frozen=True)
class Graded:
    """The grade of the card, and its due time in seconds since 1970 and in days; None: the answer was practice. `new`:
    the question had never been asked before."""

    grade: Grade | None = None
    due: float | None = None
    days: float | None = None
    new: bool = False


@dataclass(frozen=True)
class AnswerVerdict(Generic[Q]):
    """The judgement of an answer. `then`: the continuation of the question, after the opponent's reply or while other
    moves must be named; None: it is answered. `graded`: None until then, and if an earlier answer counted. `why`: the
    source's explanation."""

    right: bool
    then: Q | None = None
    graded: Graded | None = None
    why: object = None
