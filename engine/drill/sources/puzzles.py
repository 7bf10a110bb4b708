"""Puzzles: selection of the next one, and storage of the answers."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime
from enum import Enum
from typing import TYPE_CHECKING

from engine.drill.deck import Deck, DeckStore, Grade, answer_at
from engine.drill.verdict import AnswerVerdict, GivenAnswer, Graded
from engine.ground.codec import of_json
from engine.ground.errors import RatsuError
from engine.ground.json_text import JsonValue
from engine.ground.values import dataclass
from engine.play.tactics.progress import Cycle, TacticsProgress

if TYPE_CHECKING:
    from engine.coach.puzzles import Puzzle  # python-chess: the window has this module before it needs that
    from engine.play.tactics.attempt import Attempt

SOURCE = "puzzles"
PROGRESS = "progress"  # the name of the note
NEAREST = 30  # the next puzzle is drawn among this number with the nearest ratings
STREAK_START, STREAK_STEP = 600, 40  # rating of the first puzzle of a streak, and the increase with each
CYCLE_LENGTH = 40


class PuzzleMode(Enum):
    """The selection of the next puzzle."""

    RATED = "rated"  # failed ones that are due, then new ones at the user's rating
    STREAK = "streak"  # harder and harder, until the first mistake
    CYCLE = "cycle"  # the same puzzles in rounds


@dataclass(frozen=True)
class PuzzleSelection:
    """The course, a theme by lichess' name (empty: any), and a file of the user's own (empty: all puzzles). `children`: the first
    puzzles are as easy as those of a streak, whatever the rating of a new user is."""

    course: PuzzleMode = PuzzleMode.RATED
    theme: str = ""
    file: str = ""
    children: bool = False

    @property
    def cycle_key(self) -> str:
        return f"{self.file}: {self.theme}" if self.file else self.theme

    def next(
        self, puzzles: Sequence[Puzzle], deck: Deck, now: datetime, chance: random.Random, last: str = ""
    ) -> Puzzle | None:
        """Returns the next puzzle; None if all of the theme are done. `last`: the name of the one that was asked before; its
        solution is still in mind, so it does not return unless no other is left."""
        due: list[Puzzle] = []
        named, progress = {puzzle.name: puzzle for puzzle in puzzles}, progress_of(deck)
        if self.course is PuzzleMode.CYCLE:
            cycle = self.cycle(progress)
            return named.get(cycle.puzzles[cycle.at]) if cycle.puzzles else None
        if self.course is PuzzleMode.RATED:
            due = [named[name] for name in due_puzzles(deck, now) if name in named and self._fits(named[name])]
            if any(puzzle.name != last for puzzle in due):
                return next(puzzle for puzzle in due if puzzle.name != last)
        rating = progress.glicko.rating
        if self.course is PuzzleMode.STREAK:
            rating = STREAK_START + STREAK_STEP * progress.streak
        elif self.children:
            rating = min(rating, STREAK_START + STREAK_STEP * (progress.solved + progress.failed))
        fresh = [puzzle for puzzle in puzzles if puzzle.name not in progress.seen and self._fits(puzzle)]
        fresh = fresh if self.file else [puzzle for puzzle in fresh if puzzle.rating]  # without a rating: only on wish
        near = sorted(fresh, key=lambda puzzle: abs(puzzle.rating - rating))[:NEAREST]
        if near:
            return chance.choice(near)
        return due[0] if due else None

    def drawn(
        self, puzzles: Sequence[Puzzle], file: DeckStore, now: datetime, chance: random.Random, last: str = ""
    ) -> Puzzle | None:
        """Returns the next puzzle, from the stored progress of all programs; a new cycle is stored at once.
        :raises RatsuError: the deck cannot be read."""
        if self._begins(puzzles, progress_of(file.value())):
            with suppress(RatsuError):  # it stays in memory; the next answer reports the error
                file.change(lambda before: self.begun(puzzles, before, chance))
        return self.next(puzzles, file.value(), now, chance, last)

    def begun(self, puzzles: Sequence[Puzzle], deck: Deck, chance: random.Random) -> Deck:
        """Returns the deck with a new cycle of the theme if one is wanted and none is running."""
        return self.renewed(puzzles, deck, chance) if self._begins(puzzles, progress_of(deck)) else deck

    def renewed(self, puzzles: Sequence[Puzzle], deck: Deck, chance: random.Random) -> Deck:
        """Returns the deck with a new cycle of the theme. Puzzles of the last cycle are repeated only if no others are
        left."""
        progress = progress_of(deck)
        before = {*self.cycle(progress).puzzles}

        def order(puzzle: Puzzle) -> tuple[bool, float]:
            return puzzle.name in before, abs(puzzle.rating - progress.glicko.rating + 100)

        chosen = sorted(filter(self._fits, puzzles), key=order)[:CYCLE_LENGTH]
        chance.shuffle(chosen)
        return with_progress(deck, progress.with_cycle(self.cycle_key, Cycle(tuple(puzzle.name for puzzle in chosen))))

    def cycle(self, progress: TacticsProgress) -> Cycle:
        """Returns the cycle of the theme; empty before it begins."""
        return progress.cycles.get(self.cycle_key, Cycle())

    def answered(self, deck: Deck, puzzle: Puzzle, right: bool, now: datetime) -> Deck:
        """Returns the deck after the first try. A failed puzzle is repeated later. A cycle advances only at the puzzle
        it waits for, because another program may have asked the same one."""
        progress = progress_of(deck)
        if self.course is PuzzleMode.CYCLE:
            cycle = self.cycle(progress)
            waits = cycle.puzzles[cycle.at :][:1] == (puzzle.name,)
            return with_progress(deck, progress.cycled(self.cycle_key, now)) if waits else deck
        rated = self.course is PuzzleMode.RATED
        deck = with_progress(deck, progress.rated(puzzle, right) if rated else progress.streaked(puzzle, right))
        values = {"kind": self.course.value, "question": puzzle.name, "rating": puzzle.rating, "right": right}
        deck = deck.recorded(answer_at(now, source=SOURCE, **values))
        if right and not (rated and puzzle.name in deck.of(SOURCE)):
            return deck
        return deck.answered(SOURCE, puzzle.name, Grade.RIGHT if right else Grade.WRONG, now)

    def _begins(self, puzzles: Sequence[Puzzle], progress: TacticsProgress) -> bool:
        """Whether a wanted cycle has not begun, or has a puzzle that this version no longer ships."""
        names = self.cycle(progress).puzzles
        return self.course is PuzzleMode.CYCLE and not (names and {*names} <= {puzzle.name for puzzle in puzzles})

    def _fits(self, puzzle: Puzzle) -> bool:
        return not self.theme or self.theme in puzzle.themes


class PuzzleSource:
    """The puzzles of a wish, with the opponent's replies. A streak ends with the first mistake."""

    hint_fails = True

    def __init__(
        self,
        file: DeckStore,
        wish: PuzzleSelection,
        chance: random.Random,
        clock: Callable[[], datetime],
        last: str = "",
        puzzles: Sequence[Puzzle] = (),
    ) -> None:
        """`last`: the puzzle asked before, by name. `puzzles`: to choose from; empty: those of the program."""
        from engine.coach.puzzles import shipped_puzzles

        self.file, self.wish, self._chance, self._clock = file, wish, chance, clock
        self.over = False  # the streak
        self._last = last
        self._puzzles = puzzles or shipped_puzzles()

    def next(self) -> Attempt | None:
        """Returns the next puzzle. :raises RatsuError: the deck cannot be read."""
        from engine.play.tactics.attempt import Attempt

        puzzle = (
            None if self.over else self.wish.drawn(self._puzzles, self.file, self._clock(), self._chance, self._last)
        )
        self._last = puzzle.name if puzzle is not None else ""
        return Attempt.begun(puzzle) if puzzle is not None else None

    def judge(self, question: Attempt, uci: str) -> AnswerVerdict[Attempt]:
        """Judges a move: only the solution's move, or any mate, is right."""
        following = question.after(uci)
        return AnswerVerdict(following is not None, following if following is not None and following.rest else None)

    def answered(self, question: Attempt, right: bool, effort: GivenAnswer) -> Graded:
        """Rates the puzzle and stores the result at once."""
        now = self._clock()
        self.file.change(lambda deck: self.wish.answered(deck, question.puzzle, right, now))
        self.over = self.wish.course is PuzzleMode.STREAK and not right
        return Graded()


def progress_of(deck: Deck) -> TacticsProgress:
    progress = deck.noted(SOURCE).get(PROGRESS, TacticsProgress())
    assert isinstance(progress, TacticsProgress)
    return progress


def with_progress(deck: Deck, progress: TacticsProgress) -> Deck:
    return deck.with_notes(SOURCE, {PROGRESS: progress})


def due_puzzles(deck: Deck, now: datetime) -> list[str]:
    """Returns the puzzles to repeat, the longest due first."""
    return deck.due(SOURCE, sorted(deck.of(SOURCE)), now)


def read_note(key: str, row: JsonValue) -> TacticsProgress:
    """Reads the progress from a file. :raises JsonError: it is damaged."""
    JsonValue(key, row.place).one_of((PROGRESS,))
    progress = of_json(TacticsProgress, row)
    for theme, cycle in progress.cycles.items():
        row["cycles"][theme]["at"].whole(0, max(0, len(cycle.puzzles) - 1))
    return progress
