"""Puzzles: which is asked next, and what is kept of the answers."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime
from enum import Enum
from typing import TYPE_CHECKING

from engine.drill.deck import Deck, DeckStore, Grade
from engine.drill.verdict import Effort, Graded, Verdict
from engine.ground.codec import of_json
from engine.ground.errors import RatsuError
from engine.ground.json_text import JsonValue
from engine.ground.values import dataclass
from engine.play.tactics.progress import Cycle, Progress

if TYPE_CHECKING:
    from engine.coach.puzzles import Puzzle  # python-chess: the window has this module before it needs that
    from engine.play.tactics.attempt import Attempt

SOURCE = "puzzles"
PROGRESS = "progress"  # the name of the note
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

    def next(self, puzzles: Sequence[Puzzle], deck: Deck, now: datetime, chance: random.Random) -> Puzzle | None:
        """The next puzzle; None where all of the theme are done."""
        named, progress = {puzzle.name: puzzle for puzzle in puzzles}, progress_of(deck)
        if self.course is Course.CYCLE:
            cycle = self.cycle(progress)
            return named.get(cycle.puzzles[cycle.at]) if cycle.puzzles else None
        if self.course is Course.RATED:
            due = [named[name] for name in repeated(deck, now) if name in named and self._fits(named[name])]
            if due:
                return due[0]
        rating = progress.glicko.rating
        if self.course is Course.STREAK:
            rating = STREAK_START + STREAK_STEP * progress.streak
        fresh = [puzzle for puzzle in puzzles if puzzle.name not in progress.seen and self._fits(puzzle)]
        near = sorted(fresh, key=lambda puzzle: abs(puzzle.rating - rating))[:NEAREST]
        return chance.choice(near) if near else None

    def drawn(self, puzzles: Sequence[Puzzle], file: DeckStore, now: datetime, chance: random.Random) -> Puzzle | None:
        """The next puzzle, after whatever any program has kept; a new cycle is kept at once. Raises RatsuError."""
        if self._begins(puzzles, progress_of(file.value())):
            with suppress(RatsuError):  # it stays in memory then; the next answer says so
                file.change(lambda before: self.begun(puzzles, before, chance))
        return self.next(puzzles, file.value(), now, chance)

    def begun(self, puzzles: Sequence[Puzzle], deck: Deck, chance: random.Random) -> Deck:
        """The deck with a new cycle of the theme where one is wished and none is running."""
        return self.renewed(puzzles, deck, chance) if self._begins(puzzles, progress_of(deck)) else deck

    def renewed(self, puzzles: Sequence[Puzzle], deck: Deck, chance: random.Random) -> Deck:
        """The deck with a new cycle of the theme, which repeats puzzles of the one before only where no others are left."""
        progress = progress_of(deck)
        before = {*self.cycle(progress).puzzles}

        def order(puzzle: Puzzle) -> tuple[bool, float]:
            return puzzle.name in before, abs(puzzle.rating - progress.glicko.rating + 100)

        chosen = sorted(filter(self._fits, puzzles), key=order)[:CYCLE_LENGTH]
        chance.shuffle(chosen)
        return with_progress(deck, progress.with_cycle(self.theme, Cycle(tuple(puzzle.name for puzzle in chosen))))

    def cycle(self, progress: Progress) -> Cycle:
        """The cycle of the theme; an empty one where none has begun."""
        return progress.cycles.get(self.theme, Cycle())

    def answered(self, deck: Deck, puzzle: Puzzle, right: bool, now: datetime) -> Deck:
        """The deck after the first try. A puzzle that was failed comes again. A cycle continues only if this is the puzzle that
        it waits for: another program may have asked the same."""
        progress = progress_of(deck)
        if self.course is Course.CYCLE:
            cycle = self.cycle(progress)
            waits = cycle.puzzles[cycle.at :][:1] == (puzzle.name,)
            return with_progress(deck, progress.cycled(self.theme, now)) if waits else deck
        rated = self.course is Course.RATED
        deck = with_progress(deck, progress.rated(puzzle, right) if rated else progress.streaked(puzzle, right))
        if right and not (rated and puzzle.name in deck.of(SOURCE)):
            return deck
        return deck.answered(SOURCE, puzzle.name, Grade.RIGHT if right else Grade.WRONG, now)

    def _begins(self, puzzles: Sequence[Puzzle], progress: Progress) -> bool:
        """Whether a cycle is wished that has not begun, or that holds a puzzle which this version no longer ships."""
        names = self.cycle(progress).puzzles
        return self.course is Course.CYCLE and not (names and {*names} <= {puzzle.name for puzzle in puzzles})

    def _fits(self, puzzle: Puzzle) -> bool:
        return not self.theme or self.theme in puzzle.themes


class PuzzleSource:
    """The puzzles of a wish, each with its opponent's answers. A streak ends with the first mistake."""

    hint_fails = True

    def __init__(self, file: DeckStore, wish: Wish, chance: random.Random, clock: Callable[[], datetime]) -> None:
        from engine.coach.puzzles import shipped_puzzles

        self.file, self.wish, self._chance, self._clock = file, wish, chance, clock
        self.over = False  # the streak
        self._puzzles = shipped_puzzles()

    def next(self) -> Attempt | None:
        """The next puzzle. Raises RatsuError."""
        from engine.play.tactics.attempt import Attempt

        puzzle = None if self.over else self.wish.drawn(self._puzzles, self.file, self._clock(), self._chance)
        return Attempt(puzzle) if puzzle is not None else None

    def judge(self, question: Attempt, uci: str) -> Verdict[Attempt]:
        """Only the move of the solution is right, or any mate."""
        following = question.after(uci)
        return Verdict(following is not None, following if following is not None and following.rest else None)

    def answered(self, question: Attempt, right: bool, effort: Effort) -> Graded:
        """Rates the puzzle, and keeps it at once."""
        now = self._clock()
        self.file.change(lambda deck: self.wish.answered(deck, question.puzzle, right, now))
        self.over = self.wish.course is Course.STREAK and not right
        return Graded()


def progress_of(deck: Deck) -> Progress:
    """What the user has done with the puzzles so far."""
    progress = deck.noted(SOURCE).get(PROGRESS, Progress())
    assert isinstance(progress, Progress)
    return progress


def with_progress(deck: Deck, progress: Progress) -> Deck:
    """The deck with this progress."""
    return deck.with_notes(SOURCE, {PROGRESS: progress})


def repeated(deck: Deck, now: datetime) -> list[str]:
    """Puzzles to be asked again, the longest due first."""
    return deck.due(SOURCE, sorted(deck.of(SOURCE)), now)


def read_note(key: str, row: JsonValue) -> Progress:
    """The progress in a file. :raises JsonError: it is damaged."""
    JsonValue(key, row.place).one_of((PROGRESS,))
    progress = of_json(Progress, row)
    for theme, cycle in progress.cycles.items():
        row["cycles"][theme]["at"].whole(0, max(0, len(cycle.puzzles) - 1))
    return progress
