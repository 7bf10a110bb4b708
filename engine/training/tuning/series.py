"""Systematic self-play (A. Seppälä 2004, 3.11), term by term. Entry point: `SeriesRun`.

Two versions that differ in one term play a series, and the loser's weight moves by ten percent towards the winner's. Once a
series is level, or the two weights have met, the term gets their mean.
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Generic

from engine.ground.values import dataclass
from engine.training.tuning.selfplay import SelfPlayer, play_pair
from engine.training.tuning.state import read_state, write_state
from engine.training.tuning.subject import Subject, T

KIND = "series"
STEP = 10  # percent of the normal weight
LEVEL = 1.0  # points of difference up to which a series counts as level
MOST_SERIES = 12  # of one term, so that chance cannot prolong it for ever


@dataclass(frozen=True)
class TermState:
    """The progress of a term: weights of both versions in percent of the first weight, their points and games in the current
    series, and the number of series."""

    term: str
    low: int
    high: int
    low_points: float = 0.0
    high_points: float = 0.0
    games: int = 0
    series: int = 0

    @property
    def settled(self) -> bool:
        """Whether the two weights have met, or all series were played."""
        return self.high - self.low < STEP or self.series >= MOST_SERIES

    def mean(self) -> int:
        """Returns the mean of both weights, in percent."""
        return round((self.low + self.high) / 2)


def after_series(state: TermState) -> tuple[TermState, bool]:
    """Returns the term after a complete series, the loser moved by ten percent, and whether the term is settled."""
    difference = state.high_points - state.low_points
    low, high = state.low, state.high
    if difference > LEVEL:
        low = min(low + STEP, high)
    elif difference < -LEVEL:
        high = max(high - STEP, low)
    new = TermState(state.term, low, high, series=state.series + 1)
    return new, abs(difference) <= LEVEL or new.settled


class SeriesRun(Generic[T]):
    """A run through terms; the state file has the weights and the current term after every pair of games."""

    def __init__(
        self, path: Path, terms: Sequence[str], nodes: int, games: int, spread: int, seed: int, subject: Subject[T]
    ) -> None:
        """`terms`: those to tune, all of the subject if it is empty."""
        self._subject, terms = subject, terms or subject.terms
        for term in terms:
            subject.scaled(subject.start, term, 100)  # an unknown term is reported before the first game
        state = read_state(path, KIND)
        self._path, self._games, self._spread, self._seed = path, games + games % 2, spread, seed
        self.weights = subject.read(state["weights"]) if state else subject.start
        self.found: dict[str, int] = state["found"] if state else {}
        self._terms = list(terms)
        self._at = TermState(**state["at"]) if state and state["at"] else None
        self._sides = (SelfPlayer(nodes, subject.searcher(8)), SelfPlayer(nodes, subject.searcher(8)))

    def run(self, progress: Callable[[TermState, bool], bool]) -> None:
        """Plays until every term is settled, or `progress(term, settled)`, called after every pair, returns False."""
        for term in self._terms:
            if term in self.found:
                continue
            at = self._at if self._at is not None and self._at.term == term else self._begin(term)
            self._prepare(at)
            while True:
                at = self._pair(at)
                settled = False
                if at.games >= self._games:
                    at, settled = after_series(at)
                    self._prepare(at)
                if settled:
                    self.weights = self._subject.scaled(self.weights, term, at.mean())
                    self.found[term] = at.mean()
                self._at = None if settled else at
                self._save()
                if not progress(at, settled):
                    return
                if settled:
                    break

    def _begin(self, term: str) -> TermState:
        return TermState(term, 100 - self._spread, 100 + self._spread)

    def _prepare(self, at: TermState) -> None:
        for side, percent in zip(self._sides, (at.low, at.high), strict=True):
            self._subject.use(side.searcher, self._subject.scaled(self.weights, at.term, percent))

    def _pair(self, at: TermState) -> TermState:
        """Plays an opening twice, with colours reversed."""
        low, high = self._sides
        points = sum(play_pair(random.Random(f"{self._seed} {at.term} {at.series} {at.games}"), low, high))
        low_points, high_points = at.low_points + points, at.high_points + 2 - points
        return TermState(at.term, at.low, at.high, low_points, high_points, at.games + 2, at.series)

    def _save(self) -> None:
        at = asdict(self._at) if self._at is not None else None
        write_state(self._path, KIND, {"weights": self._subject.kept(self.weights), "found": self.found, "at": at})
