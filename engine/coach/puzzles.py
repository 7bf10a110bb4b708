"""Puzzles in the CSV format of lichess: PuzzleId, FEN, Moves and, if known, Themes and Rating."""

from __future__ import annotations

import csv
import io
import lzma
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from engine.coach.line import MotifLine
from engine.coach.themes.tagger import KNOWN, LATER, SEARCHED, themes
from engine.coach.themes.zugzwang import Worth
from engine.game.tags.ratings import elo_in
from engine.ground.errors import PositionError, RatsuError
from engine.ground.files import read_file
from engine.ground.text import why
from engine.ground.values import dataclass

SHIPPED = Path(__file__).parents[1] / "data" / "puzzles.csv.xz"
_COLUMNS = ("PuzzleId", "FEN", "Moves")


@dataclass(frozen=True)
class Puzzle:
    """One puzzle: a position and UCI moves, of which the first `lead` lead to the question: the opponent's move, or none. `also`:
    other right answers to it, after which the puzzle is solved."""

    name: str
    fen: str
    moves: tuple[str, ...]
    themes: frozenset[str]
    rating: int = 0  # 0: unknown
    lead: int = 1
    also: tuple[str, ...] = ()

    def found(self, worth: Worth | None = None) -> list[str]:
        """The themes that the detectors find, with `worth` also zugzwang.
        :raises RatsuError: an illegal position or move, or fewer than two moves."""
        if len(self.moves) <= self.lead:
            raise PositionError("puzzle %1: two moves are needed, the opponent’s and an answer", self.name)
        try:
            made = MotifLine.of if self.lead else MotifLine.from_here
            return themes(made(self.fen, self.moves, chess960=False), worth)
        except (RatsuError, ValueError) as error:
            raise PositionError("puzzle %1: %2", self.name, error) from error


def read_puzzles(path: Path) -> Iterator[Puzzle]:
    """The puzzles of a file, in order. :raises RatsuError: the file cannot be read, is not UTF-8, or lacks a column."""
    try:
        text = read_file(path).decode()
    except OSError as error:
        raise RatsuError("%1 cannot be read: %2", path, why(error)) from error
    except UnicodeDecodeError as error:
        raise RatsuError("%1 is not UTF-8", path) from error
    return puzzles_in(text, path)


@cache
def shipped_puzzles() -> tuple[Puzzle, ...]:
    """The puzzles that come with the program, by rising rating."""
    text = lzma.decompress(read_file(SHIPPED)).decode()
    return tuple(sorted(puzzles_in(text, SHIPPED), key=lambda puzzle: (puzzle.rating, puzzle.name)))


def puzzles_in(text: str, path: Path) -> Iterator[Puzzle]:
    """The puzzles of a text; `path` names it in errors. :raises RatsuError: a column is missing."""
    rows = csv.DictReader(io.StringIO(text))
    missing = [column for column in _COLUMNS if column not in (rows.fieldnames or ())]
    if missing:
        raise RatsuError("%1 lacks the column %2; a puzzle file has %3", path, missing[0], ", ".join(_COLUMNS))
    for row in rows:
        name, fen, moves = (row[column] or "" for column in _COLUMNS)
        rating = row.get("Rating") or ""
        themes_given = frozenset((row.get("Themes") or "").split())
        yield Puzzle(name, fen, tuple(moves.split()), themes_given, elo_in(rating) or 0)


@dataclass(frozen=True)
class Agreement:
    """The agreement on a theme: numbers of puzzles with the theme found rightly, found wrongly, and missed."""

    right: int
    wrong: int
    left_out: int

    @property
    def precision(self) -> float:
        """The share of right findings; 1 without findings."""
        return self.right / (self.right + self.wrong or 1) if self.right or self.wrong else 1.0

    @property
    def recall(self) -> float:
        """The share of the given themes that were found; 1 if none was given."""
        return self.right / (self.right + self.left_out or 1) if self.right or self.left_out else 1.0

    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall; 1 if the theme was neither given nor found."""
        return 2 * self.right / (2 * self.right + self.wrong + self.left_out or 1) if self.count or self.wrong else 1.0

    @property
    def count(self) -> int:
        """The number of puzzles with the theme."""
        return self.right + self.left_out


def agreement(puzzles: Iterator[Puzzle], worth: Worth | None = None) -> tuple[dict[str, Agreement], Agreement]:
    """Compares our themes with those given in the puzzles, by theme and in total. Unknown themes do not count; LATER ones
    only of puzzles that have one of them, as the others may be older; SEARCHED only with `worth`.

    :raises RatsuError: a puzzle is not legal.
    """
    right: Counter[str] = Counter()
    wrong: Counter[str] = Counter()
    left_out: Counter[str] = Counter()
    known = KNOWN if worth is None else (*KNOWN, SEARCHED)
    for puzzle in puzzles:
        counted = set(known) - (set() if puzzle.themes & LATER else LATER)
        found, given = counted & set(puzzle.found(worth)), counted & puzzle.themes
        right.update(found & given)
        wrong.update(found - given)
        left_out.update(given - found)
    table = {name: Agreement(right[name], wrong[name], left_out[name]) for name in known}
    return table, Agreement(right.total(), wrong.total(), left_out.total())
