"""What a user has done with the puzzles so far: one value, and its file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from datetime import datetime
from types import MappingProxyType
from typing import TYPE_CHECKING

from engine.ground.json_text import JsonError, JsonValue, dumped, parse
from engine.ground.values import dataclass
from engine.play.cards import LAST_DAY, Grade, graded, read_card
from engine.play.tactics.glicko import HIGHEST, LOWEST, PUZZLE_DEVIATION, Glicko

if TYPE_CHECKING:
    from engine.coach.puzzles import Puzzle  # python-chess: the window has this file before it needs that

FORMAT = "ratsu-tactics-1"
MOST_BYTES = 16 << 20
_LONGEST = 100
BREAK_S = 600  # nobody thinks so long about one puzzle: between two answers that far apart he was away


@dataclass(frozen=True)
class Repeat:
    """A puzzle that was failed: its card of FSRS as JSON, and when it is due, in seconds since 1970."""

    card: str
    due: float


@dataclass(frozen=True)
class Cycle:
    """Woodpecker: the same puzzles again and again, faster each time. `rounds`: seconds of those that are done, without breaks;
    `begun`: when this one would have begun without breaks, and `last` its last answer; 0 before its first puzzle."""

    puzzles: tuple[str, ...] = ()
    at: int = 0
    begun: float = 0.0
    rounds: tuple[float, ...] = ()
    last: float = 0.0


@dataclass(frozen=True)
class Progress:
    """`solved` and `failed` count puzzles at the first try; `streak` is the running one, `best` the longest. Each theme has a
    cycle of its own; that of any theme is under the empty name."""

    glicko: Glicko = field(default_factory=Glicko)
    solved: int = 0
    failed: int = 0
    streak: int = 0
    best: int = 0
    seen: frozenset[str] = frozenset()
    repeats: Mapping[str, Repeat] = field(default_factory=lambda: MappingProxyType({}))
    cycles: Mapping[str, Cycle] = field(default_factory=lambda: MappingProxyType({}))

    def due(self, now: datetime) -> tuple[str, ...]:
        """Puzzles to be asked again, the longest due first."""
        late = [(repeat.due, name) for name, repeat in self.repeats.items() if repeat.due <= now.timestamp()]
        return tuple(name for _, name in sorted(late))

    def rated(self, puzzle: Puzzle, right: bool, now: datetime) -> Progress:
        """After the first try at a puzzle: the rating counts each one once; a failed one comes again by FSRS."""
        fresh = puzzle.name not in self.seen
        after = replace(self, seen=self.seen | {puzzle.name})
        if fresh:
            glicko = self.glicko.after([(puzzle.rating, PUZZLE_DEVIATION, float(right))])
            after = replace(after, glicko=glicko, solved=self.solved + right, failed=self.failed + (not right))
        if right and puzzle.name not in self.repeats:
            return after
        return replace(
            after, repeats=MappingProxyType({**self.repeats, puzzle.name: self._repeated(puzzle, right, now)})
        )

    def streaked(self, puzzle: Puzzle, right: bool, now: datetime) -> Progress:
        """The same in a streak, which a failed puzzle ends and which is not rated."""
        streak = self.streak + 1 if right else 0
        after = replace(self, streak=streak, best=max(self.best, streak), seen=self.seen | {puzzle.name})
        if right:
            return after
        return replace(
            after, repeats=MappingProxyType({**self.repeats, puzzle.name: self._repeated(puzzle, right, now)})
        )

    def cycled(self, theme: str, now: datetime) -> Progress:
        """The same in the cycle of a theme, if one is running: one puzzle further; behind the last one the next round begins."""
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

    def with_cycle(self, theme: str, cycle: Cycle) -> Progress:
        """The progress with this cycle of the theme."""
        return replace(self, cycles=MappingProxyType({**self.cycles, theme: cycle}))

    def _repeated(self, puzzle: Puzzle, right: bool, now: datetime) -> Repeat:
        old = self.repeats.get(puzzle.name)
        return Repeat(*graded(old.card if old is not None else None, Grade.RIGHT if right else Grade.WRONG, now))


def rating_change(before: float, after: float) -> str:
    """`1500 -> 1325 (-175)`: a change of a rating, as window and console show it."""
    return f"{round(before)} -> {round(after)} ({round(after) - round(before):+d})"


def as_file(progress: Progress) -> bytes:
    """The content of the file."""
    glicko = progress.glicko
    return dumped(
        {
            "format": FORMAT,
            "rating": [glicko.rating, glicko.deviation, glicko.volatility],
            "counts": [progress.solved, progress.failed, progress.streak, progress.best],
            "seen": sorted(progress.seen),
            "repeats": {name: [repeat.card, repeat.due] for name, repeat in progress.repeats.items()},
            "cycle": _cycle_row(progress.cycles.get("", Cycle())),  # the only one that Ratsu 0.1 knows
            "cycles": {theme: _cycle_row(cycle) for theme, cycle in progress.cycles.items() if theme},
        }
    )


def _cycle_row(cycle: Cycle) -> list[object]:
    return [list(cycle.puzzles), cycle.at, cycle.begun, list(cycle.rounds), cycle.last]


def of_file(content: bytes) -> Progress:
    """The progress in a file. Raises JsonError where it is damaged."""
    found = parse(content, MOST_BYTES)
    found["format"].one_of((FORMAT,))
    rating, counts = found["rating"], [part.whole(0, 10**9) for part in found["counts"]]
    if len(counts) != 4:
        raise JsonError("%1 is no list of 4 numbers", found["counts"].place)
    named = found.get("cycles", {})  # Ratsu 0.1 wrote none
    cycles = {"": _cycle(found["cycle"]), **{theme: _cycle(row) for theme, row in named.items()}}
    return Progress(
        Glicko(rating[0].number(LOWEST, HIGHEST), rating[1].number(1, 500), rating[2].number(0.001, 1)),
        solved=counts[0],
        failed=counts[1],
        streak=counts[2],
        best=counts[3],
        seen=frozenset(found["seen"].texts(_LONGEST)),
        repeats=MappingProxyType({name: _repeat(row) for name, row in found["repeats"].items()}),
        cycles=MappingProxyType({theme: cycle for theme, cycle in cycles.items() if cycle.puzzles}),
    )


def _repeat(row: JsonValue) -> Repeat:
    return Repeat(*read_card(row[0]))  # the second value, for Ratsu 0.1, follows from the card


def _cycle(row: JsonValue) -> Cycle:
    puzzles = row[0].texts(_LONGEST)
    rounds = tuple(part.number(0, LAST_DAY) for part in row[3])
    last = [part.number(0, LAST_DAY) for part in list(row)[4:]]  # Ratsu 0.1 wrote none
    return Cycle(puzzles, row[1].whole(0, max(0, len(puzzles) - 1)), row[2].number(0, LAST_DAY), rounds, *last[:1])
