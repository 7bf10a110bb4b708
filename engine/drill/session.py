"""One session of questions from any source: asks, judges answers, counts results.

while session.next() is not None:
    while (question := session.question) is not None:
        verdict = session.answer(move, took_ms)      # or session.hint(), session.give_up()
        if not verdict.then: break                   # otherwise the same question continues
"""

from __future__ import annotations

from collections import Counter
from dataclasses import field, replace
from typing import Generic, Protocol, TypeVar

from engine.drill.question import DrillQuestion
from engine.drill.verdict import AnswerVerdict, GivenAnswer, Graded
from engine.ground.values import dataclass

Q = TypeVar("Q", bound=DrillQuestion)


class QuestionSource(Protocol[Q]):
    """The source of a session's questions."""

    hint_fails: bool
    """Whether a hint counts as a wrong answer; otherwise the right answer after it is graded as helped."""

    def next(self) -> Q | None:
        """Returns the next question; None at the end."""

    def judge(self, question: Q, uci: str) -> AnswerVerdict[Q]:
        """Judges a legal move, and returns the continuation of the question."""

    def answered(self, question: Q, right: bool, effort: GivenAnswer) -> Graded:
        """Grades the card of a question. Called once a question."""


@dataclass
class SessionSummary:
    """The totals of a session. `learned`: right answers to new questions; `failed`: questions with a wrong answer."""

    asked: int = 0
    right: int = 0
    learned: int = 0
    grades: Counter[str] = field(default_factory=Counter)
    failed: list[DrillQuestion] = field(default_factory=list)


class Session(Generic[Q]):
    """A session of questions. The first answer to a question counts; later tries are practice."""

    def __init__(self, source: QuestionSource[Q]) -> None:
        self.source = source
        self.summary = SessionSummary()
        self.question: Q | None = None
        self.graded: Graded | None = None
        """The grade of the question; None until it is graded."""
        self.right = False
        """Whether the counting answer was right."""
        self._hints = self._took_ms = 0

    def next(self) -> Q | None:
        """Returns the next question; None at the end."""
        self.question = self.source.next()
        self.graded, self._hints, self._took_ms = None, 0, 0
        return self.question

    def answer(self, uci: str, took_ms: int = 0, *, hint: bool = False) -> AnswerVerdict[Q]:
        """Judges a legal move, given after `took_ms`, with or without a hint. :raises ValueError: no question is open."""
        return self.take(uci, self.source.judge(self._asked(), uci), took_ms, hint=hint)

    def take(self, uci: str, verdict: AnswerVerdict[Q], took_ms: int = 0, *, hint: bool = False) -> AnswerVerdict[Q]:
        """Records an answer that its source has judged, possibly on another thread. :raises ValueError: no question is
        open."""
        question = self._asked()
        self._took_ms += took_ms
        self._hints += hint
        graded = None if verdict.right and verdict.then is not None else self._grade(verdict.right, uci)
        self.question = verdict.then or question
        return replace(verdict, graded=graded)

    def hint(self) -> None:
        """Counts a hint. :raises ValueError: no question is open."""
        self._asked()
        self._hints += 1
        if self.source.hint_fails:
            self._grade(False)

    def give_up(self) -> None:
        """Grades the question as wrong, because the solution was shown. :raises ValueError: no question is open."""
        self._asked()
        self._grade(False)

    def _asked(self) -> Q:
        if self.question is None:
            raise ValueError("no question was asked")
        return self.question

    def _grade(self, right: bool, answer: str = "") -> Graded | None:
        """Grades the question. Returns None if an earlier answer counted."""
        question = self._asked()
        if self.graded is not None:
            return None
        self.graded = self.source.answered(question, right, GivenAnswer(self._hints, self._took_ms, answer))
        self.right, done = right, self.summary
        done.asked += 1
        done.right += right
        done.learned += right and self.graded.new
        if self.graded.grade is not None:
            done.grades[self.graded.grade.value.lower()] += 1
        if not right:
            done.failed.append(question)
        return self.graded
