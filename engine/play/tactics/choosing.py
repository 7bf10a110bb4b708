"""Which puzzle is asked next."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import datetime
from enum import Enum

from engine.coach.puzzles import Puzzle
from engine.ground.saved_file import SavedFile
from engine.ground.values import dataclass
from engine.play.tactics.progress import Cycle, Progress

NEAREST = 30  # among so many of about the right rating one is drawn
STREAK_START, STREAK_STEP = 600, 40  # rating of the first puzzle of a streak, and how much harder each one is
CYCLE_LENGTH = 40


class Course(Enum):
    """How the next puzzle is found."""

    RATED = "rated"  # failed ones that are due, then new ones of the user's rating
    STREAK = "streak"  # harder and harder, until the first mistake
    CYCLE = "cycle"  # the same ones in rounds


@dataclass(frozen=True)
class Wish:
    """The course, and a theme by lichess' name; empty: any."""

    course: Course = Course.RATED
    theme: str = ""

    def next(
        self, puzzles: Sequence[Puzzle], progress: Progress, now: datetime, chance: random.Random
    ) -> Puzzle | None:
        """The next puzzle; None where all of the theme are done."""
        named = {puzzle.name: puzzle for puzzle in puzzles}
        if self.course is Course.CYCLE:
            cycle = self.cycle(progress)
            return named.get(cycle.puzzles[cycle.at]) if cycle.puzzles else None
        if self.course is Course.RATED:
            due = [named[name] for name in progress.due(now) if name in named and self._fits(named[name])]
            if due:
                return due[0]
        rating = progress.glicko.rating
        if self.course is Course.STREAK:
            rating = STREAK_START + STREAK_STEP * progress.streak
        fresh = [puzzle for puzzle in puzzles if puzzle.name not in progress.seen and self._fits(puzzle)]
        near = sorted(fresh, key=lambda puzzle: abs(puzzle.rating - rating))[:NEAREST]
        return chance.choice(near) if near else None

    def drawn(
        self, puzzles: Sequence[Puzzle], kept: SavedFile[Progress], now: datetime, chance: random.Random
    ) -> Puzzle | None:
        """The next puzzle, after whatever any program has kept; a new cycle is kept at once. Raises RatsuError."""
        progress = kept.value()
        if self._begins(puzzles, progress):
            progress = kept.change(lambda before: self.begun(puzzles, before, chance))
        return self.next(puzzles, progress, now, chance)

    def begun(self, puzzles: Sequence[Puzzle], progress: Progress, chance: random.Random) -> Progress:
        """The progress with a new cycle of the theme where one is wished and none is running."""
        return self.renewed(puzzles, progress, chance) if self._begins(puzzles, progress) else progress

    def renewed(self, puzzles: Sequence[Puzzle], progress: Progress, chance: random.Random) -> Progress:
        """The progress with a new cycle of the theme, which repeats puzzles of the one before only where no others are left."""
        before = {*self.cycle(progress).puzzles}

        def order(puzzle: Puzzle) -> tuple[bool, float]:
            return puzzle.name in before, abs(puzzle.rating - progress.glicko.rating + 100)

        chosen = sorted(filter(self._fits, puzzles), key=order)[:CYCLE_LENGTH]
        chance.shuffle(chosen)
        return progress.with_cycle(self.theme, Cycle(tuple(puzzle.name for puzzle in chosen)))

    def cycle(self, progress: Progress) -> Cycle:
        """The cycle of the theme; an empty one where none has begun."""
        return progress.cycles.get(self.theme, Cycle())

    def answered(self, progress: Progress, puzzle: Puzzle, right: bool, now: datetime) -> Progress:
        """The progress after the first try. A cycle continues only if this is the puzzle that it waits for: another program may
        have asked the same."""
        if self.course is Course.CYCLE:
            cycle = self.cycle(progress)
            return progress.cycled(self.theme, now) if cycle.puzzles[cycle.at :][:1] == (puzzle.name,) else progress
        return (progress.rated if self.course is Course.RATED else progress.streaked)(puzzle, right, now)

    def _begins(self, puzzles: Sequence[Puzzle], progress: Progress) -> bool:
        """Whether a cycle is wished that has not begun, or that holds a puzzle which this version no longer ships."""
        names = self.cycle(progress).puzzles
        return self.course is Course.CYCLE and not (names and {*names} <= {puzzle.name for puzzle in puzzles})

    def _fits(self, puzzle: Puzzle) -> bool:
        return not self.theme or self.theme in puzzle.themes
