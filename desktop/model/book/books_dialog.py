"""The user's books in the dialog: list, activation, order."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from engine.ground.text import NOTHING, Text
from engine.ground.values import dataclass

if TYPE_CHECKING:
    from books.building.chance_changes import ChanceChange


@dataclass(frozen=True)
class BookFileRow:
    """One of the user's books: file, title, size, and whether the engine uses it.

    `problem`: why not. `layer`: `book`, or a built-in layer: `user`, `learned`, `shipped`. `side`: `white` or `black` if the
    book is for one side. `edited`: the user's edits go into it.
    """

    path: Path
    title: str
    megabytes: float
    active: bool
    problem: Text = NOTHING
    layer: str = "book"
    side: str = ""
    edited: bool = False


@dataclass(frozen=True)
class BuildRequest:
    """A book to be built from PGN files: the number of plies of each game, moves played in at least `min_games` games;
    of all players, or only one (part of a name).
    """

    games: tuple[Path, ...]
    title: str
    plies: int = 24
    min_games: int = 3
    player: str = ""


@dataclass(frozen=True)
class BooksReport:
    """The report of a finished job. `changes`: changed chances in the start position, None if it could not change any.
    `lowered`: the number of other positions in which a move is then played less often. `waiting`: a book that would do
    so and waits for confirmation; `made`: it was imported or built for that.
    """

    text: Text = NOTHING
    changes: tuple[ChanceChange, ...] | None = None
    lowered: int = 0
    waiting: Path | None = None
    made: bool = False


@dataclass(frozen=True)
class BooksState:
    """The user's other books, first the one with the highest priority, and the built-in layers. `busy` names the
    running job (empty: none), `fraction` is its progress (None: unknown); `news` is the last report.
    """

    rows: tuple[BookFileRow, ...] = ()
    layers: tuple[BookFileRow, ...] = ()
    busy: str = ""
    fraction: float | None = None
    news: BooksReport = BooksReport()
    problem: Text = NOTHING
