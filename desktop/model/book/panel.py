"""The book panel: moves in a position, the effect of an edit, and the report of a game, as frozen values."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from engine.game.info import PovScore
from engine.game.reason import Reason
from engine.ground.text import NOTHING, Text
from engine.ground.values import dataclass

if TYPE_CHECKING:
    from books.building.chance_changes import ChanceChange

MARKS = ("!", "", "$", "?")  # of a move; empty: normal
FEW_GAMES = 10  # statistics below this many games say little and are shown in grey


@dataclass(frozen=True)
class BookRow:
    """One book move.

    `flag` is `!`, empty, `$`, `?` or `.` (unchecked); counts are games, from the mover's point of view. `layer` decided
    the flag: `user`, `book` (another book of the user), `learned` or `shipped`. `mine`: it is a move of the user's own
    lines, of the book `title` if that is not the user's own; `reply`: it is the opponent's move in them; `off`: its line,
    or one that leads here, is switched off. `chance` (0-1) is the engine's probability of playing the move,
    `chance_before` the same before the last edit, None if unchanged. `evaluation` was made by `engine` on the day
    `evaluated`; `times_played` counts the learned games through the move, the last on `last_played` (days as in PGN,
    empty: unknown). `comment` is the user's or the book's, `reason` explains the flag.
    """

    uci: str
    san: str
    flag: str
    layer: str
    wins: int = 0
    draws: int = 0
    losses: int = 0
    chance: float | None = None
    evaluation: PovScore | None = None
    comment: str = ""
    opening: str = ""
    reason: Reason | None = None
    depth: int | None = None
    locked: bool = False
    forced: bool = False
    chance_before: float | None = None
    engine: str = ""
    evaluated: str = ""
    times_played: int = 0
    last_played: str = ""
    mine: bool = False
    reply: bool = False
    title: str = ""
    off: bool = False

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def unchecked(self) -> bool:
        """Whether the move has no judgement yet."""
        return self.flag == "."

    @property
    def shown_flag(self) -> str:
        """The flag's symbol; `–` for unchecked."""
        return "–" if self.unchecked else self.flag


@dataclass(frozen=True)
class ChapterEntry:
    """A chapter of the studies in the user's books; `here`: it reaches the shown position."""

    study: str
    name: str
    here: bool = False


@dataclass(frozen=True)
class BookState:
    """The panel for a position.

    `opening` is the last named position of the game. `undo` and `redo` describe the next edit of the user's book to
    undo or redo; empty: none. `chapters`: of the studies in the user's books.
    """

    fen: str = ""
    opening: str = ""
    rows: tuple[BookRow, ...] = ()
    problem: Text = NOTHING
    comment: str = ""
    undo: str = ""
    redo: str = ""
    forcing: bool = False  # whether a line is forced anywhere
    chapters: tuple[ChapterEntry, ...] = ()

    @property
    def games_end(self) -> bool:
        """Whether the book has few games from here on, so that players' predicted moves are more useful."""
        return sum(row.games for row in self.rows) < FEW_GAMES

    def row(self, uci: str) -> BookRow | None:
        return next((row for row in self.rows if row.uci == uci), None)


@dataclass(frozen=True)
class OwnMoves:
    """The nodes of a game whose moves are in the user's own lines, and those whose line is switched off."""

    mine: frozenset[int] = frozenset()
    off: frozenset[int] = frozenset()


@dataclass(frozen=True)
class BookAddition:
    """The effect of adding moves to the user's book: every changed chance along the line. `fen`, `chess960` and `moves`
    are the line. `written`: it was added at once, as no move is played less often; otherwise the user is asked. `edit`
    is its number in the book for undo; 0 if nothing was new. `book`: the file that it was added to.
    """

    changes: tuple[ChanceChange, ...]
    fen: str
    chess960: bool
    moves: tuple[str, ...]
    written: bool
    edit: int = 0
    book: Path | None = None


@dataclass(frozen=True)
class ReportEntry:
    """One clause of a book report. `ply`: its half move (-1: the whole game); `can_add`: the move played there is not
    in the book.
    """

    ply: int
    reason: Reason
    own: bool = False
    can_add: bool = False


@dataclass(frozen=True)
class BookReport:
    """A game compared with the book. `tab` and `moves` identify the game; `white`: the report is on White's play."""

    tab: int
    moves: tuple[str, ...]
    white: bool
    opening: str = ""
    book_plies: int = 0
    entries: tuple[ReportEntry, ...] = ()
    problem: Text = NOTHING
