"""The user's books as the window shows them: which there are, which are active, in which order."""

from pathlib import Path

from desktop.model.book.panel import ChanceNews
from engine.ground.text import NOTHING, Text
from engine.ground.values import dataclass


@dataclass(frozen=True)
class BookFileRow:
    """One more book of the user: its file, title, size, and whether the engine looks into it. `problem`: why not.

    `layer`: `book`, or the layer of its own that it is: `user`, `learned`, `shipped`.
    """

    path: Path
    title: str
    megabytes: float
    active: bool
    problem: Text = NOTHING
    layer: str = "book"


@dataclass(frozen=True)
class BuildWish:
    """A book to be built from PGN files: so many plies of each game, moves played at least `min_games` times; of all
    players, or only the moves of one (part of a name)."""

    games: tuple[Path, ...]
    title: str
    plies: int = 24
    min_games: int = 3
    player: str = ""


@dataclass(frozen=True)
class BooksNews:
    """What came of a piece of work, in words; `changes`: the chances at the start position that it changed, None where it
    could not change any; `lowered`: in how many other positions a move is then played less often. `waiting`: the book that
    would do so, and waits for the user's word; `made`: it was imported or built for that."""

    text: Text = NOTHING
    changes: tuple[ChanceNews, ...] | None = None
    lowered: int = 0
    waiting: Path | None = None
    made: bool = False


@dataclass(frozen=True)
class BooksState:
    """The user's other books, first the one with the first say, and the layers of their own. `busy` says what is being done
    (empty: nothing), `fraction` how far it is (None: not known); `news` what came of it last.
    """

    rows: tuple[BookFileRow, ...] = ()
    layers: tuple[BookFileRow, ...] = ()
    busy: str = ""
    fraction: float | None = None
    news: BooksNews = BooksNews()
    problem: Text = NOTHING
