"""Systematic self-play (A. Seppälä 2004, 3.11): two versions that differ in one term play a series; the loser's weight is moved
by ten percent towards the winner's; once a series is level, or the two have met, the term gets the mean. Then the next term.
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Generic

from engine.ground.values import dataclass
from engine.training.tuning.selfplay import Side, play_pair
from engine.training.tuning.state import read_state, write_state
from engine.training.tuning.subject import Subject, T

KIND = "series"
STEP = 10  # percent of the normal weight
LEVEL = 1.0  # points of difference up to which a series counts as level
MOST_SERIES = 12  # of one term: chance must not keep it busy for ever


@dataclass(frozen=True)
class TermState:
    """A term being tried: what the two versions count it, in percent of the weight it began with; points of each in the series so
    far and games played in it; how many series were played."""

    term: str
    low: int
    high: int
    low_points: float = 0.0
    high_points: float = 0.0
    games: int = 0
    series: int = 0

    @property
    def settled(self) -> bool:
        """Whether the two versions have met, or had their chances."""
        return self.high - self.low < STEP or self.series >= MOST_SERIES

    def mean(self) -> int:
        """What the term gets, in percent."""
        return round((self.low + self.high) / 2)


def after_series(state: TermState) -> tuple[TermState, bool]:
    """The term after a full series: the loser has moved by ten percent; True if the term is settled."""
    difference = state.high_points - state.low_points
    low, high = state.low, state.high
    if difference > LEVEL:
        low = min(low + STEP, high)
    elif difference < -LEVEL:
        high = max(high - STEP, low)
    new = TermState(state.term, low, high, series=state.series + 1)
    return new, abs(difference) <= LEVEL or new.settled


class SeriesRun(Generic[T]):
    """Goes through terms; the state file holds the weights and the term at hand after every pair of games."""

    def __init__(
        self, path: Path, terms: Sequence[str], nodes: int, games: int, spread: int, seed: int, subject: Subject[T]
    ) -> None:
        """No terms: all of the subject."""
        self._subject, terms = subject, terms or subject.terms
        for term in terms:
            subject.scaled(subject.start, term, 100)  # an unknown term is reported before the first game
        state = read_state(path, KIND)
        self._path, self._games, self._spread, self._seed = path, games + games % 2, spread, seed
        self.weights = subject.read(state["weights"]) if state else subject.start
        self.found: dict[str, int] = state["found"] if state else {}
        self._terms = list(terms)
        self._at = TermState(**state["at"]) if state and state["at"] else None
        self._sides = (Side(nodes, subject.searcher(8)), Side(nodes, subject.searcher(8)))

    def run(self, progress: Callable[[TermState, bool], bool]) -> None:
        """Plays until every term is settled. `progress(term, settled)` is called after every pair of games; False
        ends the run."""
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
        """The same opening twice, with colours reversed."""
        low, high = self._sides
        points = sum(play_pair(random.Random(f"{self._seed} {at.term} {at.series} {at.games}"), low, high))
        low_points, high_points = at.low_points + points, at.high_points + 2 - points
        return TermState(at.term, at.low, at.high, low_points, high_points, at.games + 2, at.series)

    def _save(self) -> None:
        at = asdict(self._at) if self._at is not None else None
        write_state(self._path, KIND, {"weights": self._subject.kept(self.weights), "found": self.found, "at": at})
