"""The order of a repertoire's positions: due and new ones along the lines of play, or whole lines."""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum
from typing import Protocol

import chess

from books.repertoire.cards import Name
from books.repertoire.lines import RepertoirePosition, Spots

WAITING_FIRST = 1000
SHOWN_TOGETHER = 3  # new moves shown before they are asked: the capacity of short-term memory


class SessionKind(Enum):
    """The kind of a session: everything due and then new positions, only new positions, whole lines, or a game against
    replies as people play them (`opening_game`)."""

    TRAIN = "train"
    LEARN = "learn"
    LINES = "lines"
    GAME = "game"


class Order(Protocol):
    """An order of positions."""

    @property
    def left(self) -> int:
        """Number of positions still to be asked."""

    def next(self) -> RepertoirePosition | None:
        """Returns the next position; the same one until it was answered or seen."""

    def is_new(self, spot: RepertoirePosition) -> bool:
        """Whether it was never asked before."""

    def is_shown(self, spot: RepertoirePosition) -> bool:
        """Whether it is only shown now."""

    def seen(self, spot: RepertoirePosition) -> None:
        """The user has looked at a shown position."""

    def answered(self, spot: RepertoirePosition, right: bool) -> None:
        """The user has answered."""

    def graded(self, spot: RepertoirePosition, right: bool) -> bool:
        """Whether the answer counts for the card."""


class CardOrder:
    """Due positions, the longest due first, then new ones, along the lines of play: a few new moves are shown in
    sequence, then asked."""

    def __init__(
        self,
        spots: Spots,
        old: Sequence[RepertoirePosition],
        new: Sequence[RepertoirePosition],
        shows: bool,
        failures: Mapping[Name, float],
        source: random.Random,
    ) -> None:
        """`shows`: new positions are shown before they are asked; `failures`: the share of failed answers (0-1)."""
        self._spots, self._failures, self._random, self._shows = spots, failures, source, shows
        self._waiting = dict.fromkeys(spot.key for spot in (*old, *new))
        self._new = {spot.key for spot in new}
        self._learning: dict[int, None] = {}  # shown, and to be asked
        self._asks = False  # asks the shown ones until none is left
        self._last: RepertoirePosition | None = None  # the position after which the line continues
        self._next: RepertoirePosition | None = None

    @property
    def left(self) -> int:
        return len(self._waiting) + len(self._learning)

    def next(self) -> RepertoirePosition | None:
        """Returns a waiting position further down the line, otherwise the one that waits longest."""
        if self._next is None:
            further = self._further(self._last)
            full = len(self._learning) >= SHOWN_TOGETHER or further is None or not self.is_shown(further)
            self._asks = bool(self._learning) and (self._asks or full)
            if self._asks:
                self._next = self._spots[next(iter(self._learning))]
            else:
                self._next = further or (self._spots[next(iter(self._waiting))] if self._waiting else None)
        return self._next

    def is_new(self, spot: RepertoirePosition) -> bool:
        """Whether it was never asked before this session."""
        return spot.key in self._new

    def is_shown(self, spot: RepertoirePosition) -> bool:
        """Whether it is new and not shown yet."""
        return self._shows and spot.key in self._new and spot.key in self._waiting

    def seen(self, spot: RepertoirePosition) -> None:
        """Moves a shown position to those to be asked."""
        self._waiting.pop(spot.key, None)
        self._learning[spot.key] = None
        self._last, self._next = spot, None

    def answered(self, spot: RepertoirePosition, right: bool) -> None:
        """Removes an answered position; a wrong one goes to the end of its queue."""
        queue = self._learning if spot.key in self._learning else self._waiting
        queue.pop(spot.key, None)
        if right:
            self._new.discard(spot.key)
        else:
            queue[spot.key] = None
        self._last, self._next = spot if right else None, None

    def graded(self, spot: RepertoirePosition, right: bool) -> bool:
        """Every answer counts."""
        return True

    def _further(self, spot: RepertoirePosition | None) -> RepertoirePosition | None:
        """Plays on from an answered position (one of our answers, then a reply for which we have an answer) until a
        position waits or the line ends."""
        seen: set[int] = set()
        while spot is not None and spot.key not in seen:
            seen.add(spot.key)
            further = after_reply(self._spots, spot, self._random, self._urgency)
            spot = further[2] if further is not None else None
            if spot is not None and spot.key in self._waiting:
                return spot
        return None

    def _urgency(self, spot: RepertoirePosition) -> float:
        """Returns the weight of a position in training relative to play: up to 5 by the failure rate, times 1,000 if it
        waits."""
        return (1 + 4 * self._failures.get(spot.name, 0.0)) * (WAITING_FIRST if spot.key in self._waiting else 1)


class LineOrder:
    """Whole lines from the start: every known own move of a line, until each was asked once. Only due positions and
    wrong answers count for the card. One line alone is asked with its new moves, which are all shown before."""

    def __init__(
        self,
        spots: Spots,
        asked: Sequence[RepertoirePosition],
        due: Mapping[Name, float],
        now: float,
        source: random.Random,
        line: Sequence[RepertoirePosition] = (),
    ) -> None:
        """`asked`: the positions that the lines must reach; `due`: when each known position becomes due (seconds); `line`:
        the own positions of the only line to ask, in order."""
        self._spots, self._random, self._due, self._now = spots, source, due, now
        self._done: set[int] = set()  # answered correctly in this session
        known = sorted((spot for spot in asked if spot.name in due), key=lambda spot: due[spot.name])
        self._targets = dict.fromkeys(spot.key for spot in (line[::-1] or known))
        self._to_show = {spot.key: spot for spot in line if spot.name not in due}
        self._line: list[RepertoirePosition] = []
        self._failed = False  # the first of the line was answered wrongly

    @property
    def left(self) -> int:
        """Number of positions still to be answered correctly, without those on the way."""
        return len(self._targets)

    def next(self) -> RepertoirePosition | None:
        """Returns the next own move of the line, or the first of another line."""
        if self._to_show:
            return next(iter(self._to_show.values()))
        if not self._line and self._targets:
            self._line = list(self._line_to(self._spots[next(iter(self._targets))]))
            while self._line[-1].key not in self._targets:  # the rest was answered, or belongs to other lines
                self._line.pop()
        return self._line[0] if self._line else None

    def is_new(self, spot: RepertoirePosition) -> bool:
        """Whether it was never asked before this session."""
        return spot.name not in self._due and spot.key not in self._done

    def is_shown(self, spot: RepertoirePosition) -> bool:
        """Whether it is a new one of the only line, and not shown yet."""
        return spot.key in self._to_show

    def seen(self, spot: RepertoirePosition) -> None:
        self._to_show.pop(spot.key, None)

    def answered(self, spot: RepertoirePosition, right: bool) -> None:
        """A wrong answer is asked again at once; the line continues after the right move."""
        self._failed = not right
        if right:
            self._line.pop(0)
            self._targets.pop(spot.key, None)
            self._done.add(spot.key)

    def graded(self, spot: RepertoirePosition, right: bool) -> bool:
        """Whether the answer counts: a due position once, and the first mistake."""
        waits = spot.key not in self._done and self._due.get(spot.name, 0.0) <= self._now
        return not self._failed and (waits or not right)

    def _line_to(self, target: RepertoirePosition) -> Iterator[RepertoirePosition]:
        """Yields the own positions on the way to a position, and after it as far as they are known."""
        board = chess.Board(target.root, chess960=False)
        for move in target.path:
            spot = self._spots.get(RepertoirePosition(board, True, ()).key)
            if spot is not None and spot.own and spot.answers:
                yield RepertoirePosition(
                    spot.board, True, tuple(board.move_stack), spot.root, spot.opening, spot.answers, spot.accepted
                )
            board.push(move)
        spot, path, seen = target, target.path, set[int]()
        while spot.key not in seen:
            seen.add(spot.key)
            yield RepertoirePosition(spot.board, True, path, target.root, spot.opening, spot.answers, spot.accepted)
            further = after_reply(self._spots, spot, self._random)
            if further is None or further[2].name not in self._due:
                return
            path = (*path, *further[:2])
            spot = further[2]


def own_positions(spots: Spots, line: Sequence[str]) -> list[RepertoirePosition]:
    """Returns the positions of a line in which an own move is asked."""
    first = next(iter(spots.values()))
    board, found = chess.Board(first.root, chess960=False), list[RepertoirePosition]()
    for uci in line:
        spot = spots.get(RepertoirePosition(board, True, ()).key)
        if spot is not None and spot.own and spot.answers:
            found.append(spot)
        board.push_uci(uci)
    return found


def after_reply(
    spots: Spots,
    spot: RepertoirePosition,
    source: random.Random,
    urgency: Callable[[RepertoirePosition], float] = lambda spot: 1.0,
) -> tuple[chess.Move, chess.Move, RepertoirePosition] | None:
    """Returns one of our answers, and a reply for which we have an answer: weighted by frequency and the `urgency` of
    the position after it. None: the line ends."""
    known, weights = list[tuple[chess.Move, chess.Move, RepertoirePosition]](), list[float]()
    for own in spot.answers:
        there = reached(spots, spot, own)
        for reply, share in there.replies.items() if there is not None else ():
            after = reached(spots, there, reply) if there is not None else None
            if after is not None and after.answers:
                known.append((own, reply, after))
                weights.append(share * urgency(after))
    return source.choices(known, weights)[0] if known else None


def reached(spots: Spots, spot: RepertoirePosition, move: chess.Move) -> RepertoirePosition | None:
    board = spot.board.copy(stack=False)
    board.push(move)
    return spots.get(RepertoirePosition(board, not spot.own, ()).key)
