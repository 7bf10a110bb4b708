"""A user's progress with puzzles, except for the cards of those to repeat."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from datetime import datetime
from types import MappingProxyType
from typing import Annotated, Protocol

from engine.ground.codec import Longest, Within
from engine.ground.values import dataclass
from engine.play.tactics.glicko import PUZZLE_DEVIATION, Glicko

_NAME = Longest(100)
_COUNT = Within(0, 10**9)
_TIME = Within(0, 250_000_000_000)  # seconds since 1970: in the year 9892; a date has four digits
BREAK_S = 600  # longer pauses between two answers are breaks, not thinking time


class RatedPuzzle(Protocol):
    """The parts of a puzzle that count: its name, and its rating (0: none)."""

    @property
    def name(self) -> str: ...
    @property
    def rating(self) -> int: ...


@dataclass(frozen=True)
class Cycle:
    """Woodpecker: the same puzzles again and again, faster each time. `rounds`: seconds of the finished ones, without breaks;
    `begun`: the start of the current one, moved by its breaks, and `last` its last answer; 0 before its first puzzle."""

    puzzles: Annotated[tuple[str, ...], _NAME] = ()
    at: Annotated[int, Within(0, 1_000)] = 0
    begun: Annotated[float, _TIME] = 0.0
    rounds: Annotated[tuple[float, ...], _TIME] = ()
    last: Annotated[float, _TIME] = 0.0


@dataclass(frozen=True)
class TacticsProgress:
    """`solved` and `failed` count puzzles at the first try; `streak` is the running one, `best` the longest. Each theme has a
    cycle of its own; that of any theme is under the empty name."""

    glicko: Glicko = field(default_factory=Glicko)
    solved: Annotated[int, _COUNT] = 0
    failed: Annotated[int, _COUNT] = 0
    streak: Annotated[int, _COUNT] = 0
    best: Annotated[int, _COUNT] = 0
    seen: Annotated[frozenset[str], _NAME] = frozenset()
    cycles: Mapping[str, Cycle] = field(default_factory=lambda: MappingProxyType({}))

    def rated(self, puzzle: RatedPuzzle, right: bool) -> TacticsProgress:
        """The progress after the first try at a puzzle; each puzzle is rated once. One without a rating changes none."""
        after = replace(self, seen=self.seen | {puzzle.name})
        if puzzle.name in self.seen:
            return after
        games = [(puzzle.rating, PUZZLE_DEVIATION, float(right))] if puzzle.rating else []
        glicko = self.glicko.after(games) if games else self.glicko
        return replace(after, glicko=glicko, solved=self.solved + right, failed=self.failed + (not right))

    def streaked(self, puzzle: RatedPuzzle, right: bool) -> TacticsProgress:
        """The progress after a puzzle of a streak, which a failure ends and which is not rated."""
        streak = self.streak + 1 if right else 0
        return replace(self, streak=streak, best=max(self.best, streak), seen=self.seen | {puzzle.name})

    def cycled(self, theme: str, now: datetime) -> TacticsProgress:
        """The progress after a puzzle of the theme's cycle, if one is running; after its last puzzle the next round begins."""
        cycle = self.cycles.get(theme)
        if cycle is None:
            return self
        time = now.timestamp()
        away = time - (cycle.last or time)
        begun = (cycle.begun or time) + (away if away > BREAK_S else 0)
        if cycle.at + 1 < len(cycle.puzzles):
            return self.with_cycle(theme, replace(cycle, at=cycle.at + 1, begun=begun, last=time))
        took = max(0.0, time - begun)
        return self.with_cycle(theme, Cycle(cycle.puzzles, 0, 0.0, (*cycle.rounds, took)))

    def with_cycle(self, theme: str, cycle: Cycle) -> TacticsProgress:
        return replace(self, cycles=MappingProxyType({**self.cycles, theme: cycle}))


def rating_change(before: float, after: float) -> str:
    """`1500 -> 1325 (-175)`: a change of a rating, as window and console show it."""
    return f"{round(before)} -> {round(after)} ({round(after) - round(before):+d})"
