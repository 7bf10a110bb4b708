"""A training session on openings: one card for each (position, side), in the user's book.

Four grades: a wrong answer is "again", a slow one or one with a hint "hard", a right one "good", a fast one to a known
position "easy".
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from functools import cached_property

import chess

from books.repertoire.cards import Cards, Name, Review
from books.repertoire.lines import RepertoirePosition
from books.repertoire.store import RepertoireStore
from engine.drill.deck import Card, Deck, Grade, graded, is_card, midnight
from engine.drill.sources.opening_order import Order
from engine.drill.verdict import AnswerVerdict, GivenAnswer, Graded
from engine.ground.values import dataclass

SOURCE = "openings"
SLOW_MS = 15_000
FAST_MS = 4_000


@dataclass(frozen=True)
class OpeningQuestion:
    """A position of a repertoire. `shown`: the move is only shown and explained; `named`: the moves that the user has
    already named, if there are several."""

    spot: RepertoirePosition
    new: bool
    shown: bool = False
    named: tuple[chess.Move, ...] = ()

    @cached_property
    def board(self) -> chess.Board:
        return self.spot.board.copy()

    @property
    def wanted(self) -> tuple[chess.Move, ...]:
        return tuple(move for move in self.spot.answers if move not in self.named)


class OpeningCards:
    """The cards in the user's book."""

    def __init__(self, store: RepertoireStore, clock: Callable[[], float]) -> None:
        self._rows, self._clock = Cards(store.book, is_card), clock

    def now(self) -> float:
        """The time in seconds since 1970."""
        return self._clock()

    def deck(self) -> Deck:
        return Deck({SOURCE: {name: Card(row.card) for name, row in self._rows.rows().items()}})

    def due(self) -> dict[Name, float]:
        """Returns when each known position becomes due, in seconds since 1970."""
        return {name: card.due for name, card in self.deck().of(SOURCE).items()}

    def failures(self) -> dict[Name, float]:
        """Returns the share of failed answers (0-1) of every known position."""
        return {name: row.failed / row.seen for name, row in self._rows.rows().items() if row.seen}

    def new_today(self) -> set[Name]:
        """Returns the positions asked for the first time since local midnight."""
        return self._rows.first_asked_since(int(midnight(self._clock())))

    def day_ends(self) -> float:
        """Returns the next local midnight, in seconds since 1970."""
        return midnight(self._clock(), 1)

    def review(self, name: Name, right: bool, effort: GivenAnswer) -> Graded:
        """Grades a position. The result has the next due time by FSRS."""
        import fsrs

        now = datetime.fromtimestamp(self._clock(), UTC)
        known = self.deck().of(SOURCE).get(name)
        grade = Grade.RIGHT
        if not right:
            grade = Grade.WRONG
        elif effort.hints or effort.took_ms > SLOW_MS:
            grade = Grade.HELPED
        elif effort.took_ms <= FAST_MS and known is not None and known.read.state is fsrs.State.Review:
            grade = Grade.FAST
        card = graded(known, grade, now)
        due = card.read.due.timestamp()
        review = Review(int(now.timestamp()), fsrs.Rating[grade.value], effort.took_ms, effort.answer)
        self._rows.keep(name, card.text, int(due), review, failed=not right)
        return Graded(grade, due)


class OpeningSource:
    """The questions of one session, in an order."""

    hint_fails = False

    def __init__(self, cards: OpeningCards, order: Order) -> None:
        self._cards, self._order = cards, order
        self._asked: RepertoirePosition | None = None

    @property
    def left(self) -> int:
        return self._order.left

    def next(self) -> OpeningQuestion | None:
        """Returns the next position to ask or show. Positions on the way that are not due are played automatically."""
        spot = self._asked = self._order.next()
        return OpeningQuestion(spot, self._order.is_new(spot), self._order.is_shown(spot)) if spot is not None else None

    def seen(self) -> None:
        """Queues the shown move to be asked soon. :raises ValueError: nothing was shown."""
        if self._asked is None or not self._order.is_shown(self._asked):
            raise ValueError("no move was shown")
        self._order.seen(self._asked)
        self._asked = None

    def drop(self) -> None:
        """Removes the present position from the session without grading."""
        if self._asked is not None:
            self._order.answered(self._asked, True)
            self._asked = None

    def judge(self, question: OpeningQuestion, uci: str) -> AnswerVerdict[OpeningQuestion]:
        """Judges a move. The question continues until all its moves are named. It also continues after a move of the books
        that this repertoire does not ask for: such a move is neither right nor a mistake.
        :raises ValueError: the move is shown, not asked."""
        if question.shown:
            raise ValueError("no question was asked")
        spot, move = question.spot, chess.Move.from_uci(uci)
        if move in spot.accepted:
            return AnswerVerdict(right=True, then=question)
        right = move in spot.answers
        left = [other for other in question.wanted if other != move]
        if not right or len(spot.answers) == 1 or not left:
            return AnswerVerdict(right)
        named = (*question.named, move) if move in question.wanted else question.named
        return AnswerVerdict(right, replace(question, named=named))

    def answered(self, question: OpeningQuestion, right: bool, effort: GivenAnswer) -> Graded:
        """Grades the card by the time for each move; an answer to a position that is not due is practice."""
        spot = question.spot
        found = Graded(new=question.new)
        if self._order.graded(spot, right):
            each = replace(effort, took_ms=effort.took_ms // (len(question.named) + 1))
            found = replace(self._cards.review(spot.name, right, each), new=question.new)
        self._order.answered(spot, right)
        self._asked = None
        return found
