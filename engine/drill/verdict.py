"""What came of an answer."""

from __future__ import annotations

from typing import Generic, TypeVar

from engine.drill.deck import Grade
from engine.ground.values import dataclass

Q = TypeVar("Q")


@dataclass(frozen=True)
class Effort:
    """What an answer took: hints, milliseconds, and the move in coordinates (empty: the user gave up)."""

    hints: int = 0
    took_ms: int = 0
    answer: str = ""


@dataclass(frozen=True)
class Graded:
    """How the card was graded, and when it is due, in seconds since 1970 and in days; None: the answer was practice. `new`: the
    question had never been asked before."""

    grade: Grade | None = None
    due: float | None = None
    days: float | None = None
    new: bool = False


@dataclass(frozen=True)
class Verdict(Generic[Q]):
    """`then`: how the question continues after a move, when the opponent has answered or another move is still to be named;
    None: it is answered. `graded`: None while it is not, and where an earlier answer counted. `why`: what the source says."""

    right: bool
    then: Q | None = None
    graded: Graded | None = None
    why: object = None
