"""One training session: which position comes next, what an answer is worth, and how it all went.

while (question := session.question()) is not None:
    if question.shown: session.seen()              # the user has looked at the move; it is asked soon
    else: session.answer(move, duration_ms)
"""

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field
from datetime import datetime
from enum import Enum
from typing import Protocol

import chess
from fsrs import Rating, State

from books.repertoire.cards import Cards, Name
from books.repertoire.lines import Spot, Spots
from engine.ground.values import dataclass

SLOW_MS = 15_000
FAST_MS = 4_000
WAITING_FIRST = 1000
SHOWN_TOGETHER = 3  # new moves shown before they are asked: what a short memory holds


class Way(Enum):
    """What a session is about: everything that is due and then new positions, new positions alone, or whole lines."""

    TRAIN = "train"
    LEARN = "learn"
    LINES = "lines"


@dataclass(frozen=True)
class Question:
    """What the trainer asks: find the move in `board`. `path` leads there from `root` (a FEN); `new`: never asked before;
    `shown`: the move is not asked yet but shown and explained."""

    board: chess.Board
    root: str
    path: tuple[chess.Move, ...]
    new: bool
    shown: bool


@dataclass(frozen=True)
class Answer:
    """What came of an answer: whether it was right, the moves that are asked for (another one may be right too), the grade,
    and when the card comes again (UTC). Both are None for practice: right, but not due. `missing`: so many of the moves asked
    for were not named yet; the same position is asked again, and graded when all are named."""

    right: bool
    expected: tuple[chess.Move, ...]
    grade: Rating | None
    due: datetime | None
    missing: int = 0


@dataclass
class Summary:
    """A session so far. Shown positions count in `learned` once they were answered right."""

    asked: int = 0
    right: int = 0
    learned: int = 0
    grades: Counter[str] = field(default_factory=Counter)
    failed: list[chess.Board] = field(default_factory=list)


class Order(Protocol):
    """In which order positions come."""

    @property
    def left(self) -> int:
        """Positions still to be asked."""

    def next(self) -> Spot | None:
        """The next position; the same until it was answered or seen."""

    def is_new(self, spot: Spot) -> bool:
        """Whether it was never asked before."""

    def is_shown(self, spot: Spot) -> bool:
        """Whether it is only shown now."""

    def seen(self, spot: Spot) -> None:
        """The user has looked at a shown position."""

    def answered(self, spot: Spot, right: bool) -> None:
        """The user has answered."""

    def graded(self, spot: Spot, right: bool) -> bool:
        """Whether the answer counts for the card."""


class Session:
    """One training session. Ask `question` until it gives None, `answer` each; `summary` says how it went."""

    def __init__(self, cards: Cards, order: Order) -> None:
        self.summary = Summary()
        self._cards, self._order = cards, order
        self._asked: Spot | None = None
        self._named: list[chess.Move] = []  # of the moves of the position, so far
        self._took_ms = 0
        self._hint = False

    @property
    def left(self) -> int:
        """Positions still to be asked."""
        return self._order.left

    @property
    def spot(self) -> Spot | None:
        """The position that is asked or shown now."""
        return self._asked

    @property
    def wanted(self) -> tuple[chess.Move, ...]:
        """The moves that are still to be named in the position that is asked."""
        return tuple(move for move in self._asked.answers if move not in self._named) if self._asked is not None else ()

    def question(self) -> Question | None:
        """The next position to ask or to show; None: done.

        Positions on the way that are not due are played through: they are part of the question's path.
        """
        spot = self._asked = self._order.next()
        if spot is None:
            return None
        return Question(spot.board.copy(), spot.root, spot.path, self._order.is_new(spot), self._order.is_shown(spot))

    def seen(self) -> None:
        """The move that was shown is to be asked soon.

        :raises ValueError: if nothing was shown.
        """
        if self._asked is None or not self._order.is_shown(self._asked):
            raise ValueError("no move was shown")
        self._order.seen(self._asked)
        self._asked = None

    def answer(self, move: chess.Move, duration_ms: int, hint: bool = False) -> Answer:
        """Judges the user's move in the position asked, after `duration_ms`. A wrong answer is asked again later in
        the session.

        :raises ValueError: if nothing was asked.
        """
        spot = self._asked
        if spot is None or self._order.is_shown(spot):
            raise ValueError("no question was asked")
        right = move in spot.answers or move in spot.accepted
        self._took_ms, self._hint = self._took_ms + duration_ms, self._hint or hint
        if right and len(spot.answers) > 1 and len(self.wanted) > (move in self.wanted):
            self._named += [move] if move in self.wanted else []
            return Answer(True, spot.answers, None, None, len(self.wanted))
        duration_ms, hint = self._took_ms // (len(self._named) + 1), self._hint
        grade, due = None, None
        if self._order.graded(spot, right):
            grade = self._grade(spot, right, duration_ms, hint)
            due = self._cards.review(spot.name, grade, duration_ms, move.uci())
            self.summary.grades[grade.name.lower()] += 1
        self.summary.asked += 1
        self.summary.right += right
        self.summary.learned += right and self._order.is_new(spot)
        if not right:
            self.summary.failed.append(spot.board.copy())
        self._order.answered(spot, right)
        self._forget()
        return Answer(right, spot.answers, grade, due)

    def drop(self) -> None:
        """Leaves out the position that is asked; it counts for nothing."""
        if self._asked is not None:
            self._order.answered(self._asked, True)
            self._forget()

    def _forget(self) -> None:
        self._asked, self._named, self._took_ms, self._hint = None, [], 0, False

    def _grade(self, spot: Spot, right: bool, duration_ms: int, hint: bool) -> Rating:
        if not right:
            return Rating.Again
        if hint or duration_ms > SLOW_MS:
            return Rating.Hard
        card = self._cards.card(spot.name)
        known = card is not None and card.state is State.Review
        return Rating.Easy if known and duration_ms <= FAST_MS else Rating.Good


class CardOrder:
    """What is due, the longest due first, then new positions, along the lines of play: a few new moves are shown, one after
    the other, and then asked."""

    def __init__(
        self,
        spots: Spots,
        old: Sequence[Spot],
        new: Sequence[Spot],
        shows: bool,
        failures: Mapping[Name, float],
        source: random.Random,
    ) -> None:
        """`shows`: new positions are shown before they are asked; `failures`: the share of failed answers (0-1)."""
        self._spots, self._failures, self._random, self._shows = spots, failures, source, shows
        self._waiting = dict.fromkeys(spot.key for spot in (*old, *new))
        self._new = {spot.key for spot in new}
        self._learning: dict[int, None] = {}  # shown, and to be asked
        self._asks = False  # those that were shown, until none is left
        self._last: Spot | None = None  # where the line continues
        self._next: Spot | None = None

    @property
    def left(self) -> int:
        """Positions still to be asked."""
        return len(self._waiting) + len(self._learning)

    def next(self) -> Spot | None:
        """Further down the line if something there waits, else where the oldest waits."""
        if self._next is None:
            further = self._further(self._last)
            full = len(self._learning) >= SHOWN_TOGETHER or further is None or not self.is_shown(further)
            self._asks = bool(self._learning) and (self._asks or full)
            if self._asks:
                self._next = self._spots[next(iter(self._learning))]
            else:
                self._next = further or (self._spots[next(iter(self._waiting))] if self._waiting else None)
        return self._next

    def is_new(self, spot: Spot) -> bool:
        """Whether it was never asked before this session."""
        return spot.key in self._new

    def is_shown(self, spot: Spot) -> bool:
        """Whether it is new and was not shown yet."""
        return self._shows and spot.key in self._new and spot.key in self._waiting

    def seen(self, spot: Spot) -> None:
        """From now on it is to be asked."""
        self._waiting.pop(spot.key, None)
        self._learning[spot.key] = None
        self._last, self._next = spot, None

    def answered(self, spot: Spot, right: bool) -> None:
        """What was wrong goes to the end of those that wait."""
        queue = self._learning if spot.key in self._learning else self._waiting
        queue.pop(spot.key, None)
        if right:
            self._new.discard(spot.key)
        else:
            queue[spot.key] = None
        self._last, self._next = spot if right else None, None

    def graded(self, spot: Spot, right: bool) -> bool:
        """Every answer counts."""
        return True

    def _further(self, spot: Spot | None) -> Spot | None:
        """Plays on from an answered position: one of our answers, a reply of the opponent that we have an answer to, until a
        position waits or the line ends.
        """
        seen: set[int] = set()
        while spot is not None and spot.key not in seen:
            seen.add(spot.key)
            further = after_reply(self._spots, spot, self._random, self._urgency)
            spot = further[2] if further is not None else None
            if spot is not None and spot.key in self._waiting:
                return spot
        return None

    def _urgency(self, spot: Spot) -> float:
        """How much more often a position is met in training than in play: up to five times if the user fails there, and
        before all others if it waits."""
        return (1 + 4 * self._failures.get(spot.name, 0.0)) * (WAITING_FIRST if spot.key in self._waiting else 1)


class LineOrder:
    """Whole lines from the start: every own move of a line that the user has learned, until each was asked once. Only what
    is due, or wrong, counts for the card."""

    def __init__(
        self, spots: Spots, asked: Sequence[Spot], due: Mapping[Name, float], now: float, source: random.Random
    ) -> None:
        """`asked`: the positions that the lines must reach; `due`: when each known position comes again (seconds)."""
        self._spots, self._random, self._due, self._now = spots, source, due, now
        self._done: set[int] = set()  # answered right in this session
        known = sorted((spot for spot in asked if spot.name in due), key=lambda spot: due[spot.name])
        self._targets = dict.fromkeys(spot.key for spot in known)
        self._line: list[Spot] = []
        self._failed = False  # the first of the line was answered wrong

    @property
    def left(self) -> int:
        """Positions still to be answered right; those on the way do not count."""
        return len(self._targets)

    def next(self) -> Spot | None:
        """The next own move of the line, or the first of another line."""
        if not self._line and self._targets:
            self._line = list(self._line_to(self._spots[next(iter(self._targets))]))
            while self._line[-1].key not in self._targets:  # behind it only what was answered, or belongs elsewhere
                self._line.pop()
        return self._line[0] if self._line else None

    def is_new(self, spot: Spot) -> bool:
        """Lines lead through known positions only."""
        return False

    def is_shown(self, spot: Spot) -> bool:
        """Nothing is shown."""
        return False

    def seen(self, spot: Spot) -> None:
        """Nothing is shown."""

    def answered(self, spot: Spot, right: bool) -> None:
        """A wrong answer is asked again at once: the line continues with the right move."""
        self._failed = not right
        if right:
            self._line.pop(0)
            self._targets.pop(spot.key, None)
            self._done.add(spot.key)

    def graded(self, spot: Spot, right: bool) -> bool:
        """What is due counts once, and the first mistake."""
        waits = spot.key not in self._done and self._due.get(spot.name, self._now + 1) <= self._now
        return not self._failed and (waits or not right)

    def _line_to(self, target: Spot) -> Iterator[Spot]:
        """The own positions on the way to a position, and beyond it as far as they are known."""
        board = chess.Board(target.root, chess960=False)
        for move in target.path:
            spot = self._spots.get(Spot(board, True, ()).key)
            if spot is not None and spot.own and spot.answers:
                yield Spot(
                    spot.board, True, tuple(board.move_stack), spot.root, spot.opening, spot.answers, spot.accepted
                )
            board.push(move)
        spot, path, seen = target, target.path, set[int]()
        while spot.key not in seen:
            seen.add(spot.key)
            yield Spot(spot.board, True, path, target.root, spot.opening, spot.answers, spot.accepted)
            further = after_reply(self._spots, spot, self._random)
            if further is None or further[2].name not in self._due:
                return
            path = (*path, *further[:2])
            spot = further[2]


def after_reply(
    spots: Spots, spot: Spot, source: random.Random, urgency: Callable[[Spot], float] = lambda spot: 1.0
) -> tuple[chess.Move, chess.Move, Spot] | None:
    """One of our answers, and a reply of the opponent that we have an answer to: by how often it occurs, times the `urgency`
    of the position after it. None: the line ends."""
    known, weights = list[tuple[chess.Move, chess.Move, Spot]](), list[float]()
    for own in spot.answers:
        there = reached(spots, spot, own)
        for reply, share in there.replies.items() if there is not None else ():
            after = reached(spots, there, reply) if there is not None else None
            if after is not None and after.answers:
                known.append((own, reply, after))
                weights.append(share * urgency(after))
    return source.choices(known, weights)[0] if known else None


def reached(spots: Spots, spot: Spot, move: chess.Move) -> Spot | None:
    """The position of the repertoire after a move."""
    board = spot.board.copy(stack=False)
    board.push(move)
    return spots.get(Spot(board, not spot.own, ()).key)
