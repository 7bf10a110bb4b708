"""One session of questions, whatever their source: what is asked, which answers count, and how it all went.

while session.next() is not None:
    while (question := session.question) is not None:
        verdict = session.answer(move, took_ms)      # or session.hint(), session.give_up()
        if verdict.then is None: break               # else the same question continues
"""

from __future__ import annotations

from collections import Counter
from dataclasses import field, replace
from typing import Generic, Protocol, TypeVar

from engine.drill.question import Question
from engine.drill.verdict import Effort, Graded, Verdict
from engine.ground.values import dataclass

Q = TypeVar("Q", bound=Question)


class Source(Protocol[Q]):
    """Where the questions of a session come from."""

    hint_fails: bool
    """Whether a hint counts as a wrong answer; otherwise the right answer after it is graded as helped."""

    def next(self) -> Q | None:
        """The next question; None: there is none."""

    def judge(self, question: Q, uci: str) -> Verdict[Q]:
        """Whether a legal move is right, and how the question continues."""

    def answered(self, question: Q, right: bool, effort: Effort) -> Graded:
        """Grades the card of a question. Called once a question."""


@dataclass
class Summary:
    """A session so far. `learned`: right answers to new questions; `failed`: those that were answered wrong."""

    asked: int = 0
    right: int = 0
    learned: int = 0
    grades: Counter[str] = field(default_factory=Counter)
    failed: list[Question] = field(default_factory=list)


class Session(Generic[Q]):
    """The first answer to a question counts; what is tried afterwards is practice."""

    def __init__(self, source: Source[Q]) -> None:
        self.source = source
        self.summary = Summary()
        self.question: Q | None = None
        self.graded: Graded | None = None
        """How the question was graded; None: not yet."""
        self.right = False
        """Whether the answer that counted was right."""
        self._hints = self._took_ms = 0

    def next(self) -> Q | None:
        """The next question; None: there is none."""
        self.question = self.source.next()
        self.graded, self._hints, self._took_ms = None, 0, 0
        return self.question

    def answer(self, uci: str, took_ms: int = 0, *, hint: bool = False) -> Verdict[Q]:
        """Judges a legal move, given after `took_ms`, with a hint or without.

        :raises ValueError: nothing is asked.
        """
        return self.take(uci, self.source.judge(self._asked(), uci), took_ms, hint=hint)

    def take(self, uci: str, verdict: Verdict[Q], took_ms: int = 0, *, hint: bool = False) -> Verdict[Q]:
        """Takes an answer that its source has judged, on another thread if that takes time.

        :raises ValueError: nothing is asked.
        """
        question = self._asked()
        self._took_ms += took_ms
        self._hints += hint
        graded = None if verdict.right and verdict.then is not None else self._grade(verdict.right, uci)
        self.question = verdict.then or question
        return replace(verdict, graded=graded)

    def hint(self) -> None:
        """The user has seen a hint. :raises ValueError: nothing is asked."""
        self._asked()
        self._hints += 1
        if self.source.hint_fails:
            self._grade(False)

    def give_up(self) -> None:
        """The user has seen the solution. :raises ValueError: nothing is asked."""
        self._asked()
        self._grade(False)

    def _asked(self) -> Q:
        if self.question is None:
            raise ValueError("no question was asked")
        return self.question

    def _grade(self, right: bool, answer: str = "") -> Graded | None:
        """None: an earlier answer counted."""
        question = self._asked()
        if self.graded is not None:
            return None
        self.graded = self.source.answered(question, right, Effort(self._hints, self._took_ms, answer))
        self.right, done = right, self.summary
        done.asked += 1
        done.right += right
        done.learned += right and self.graded.new
        if self.graded.grade is not None:
            done.grades[self.graded.grade.value.lower()] += 1
        if not right:
            done.failed.append(question)
        return self.graded
