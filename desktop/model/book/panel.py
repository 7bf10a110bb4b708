"""What the book shows: its moves in a position, what an edit changed, and the report of a game, as frozen values."""

from engine.game.info import PovScore
from engine.game.reason import Reason
from engine.ground.text import NOTHING, Text
from engine.ground.values import dataclass

FEW_GAMES = 10  # statistics below this many games say little and are shown in grey


@dataclass(frozen=True)
class BookRow:
    """One move that the book knows here. `flag` is `!`, empty, `$`, `?` or `.` (unchecked); counts are games, from
    the mover's view.

    `layer` decided the flag: `user`, `book` (another book of the user), `learned` or `shipped`; `present`: the user has the
    move in his own book all the same.
    `chance` (0-1) is how likely the engine plays the move, `chance_before` the same before the last edit, None where
    that changed nothing. `evaluation` was made by `engine` on the day `evaluated`; `times_played` counts
    the learned games through the move, the last on `last_played` (days as in PGN, empty: unknown). `comment` is the user's
    or the book's own, `reason` why the move has its flag.
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
    present: bool = False

    @property
    def games(self) -> int:
        """Results counted."""
        return self.wins + self.draws + self.losses

    @property
    def unchecked(self) -> bool:
        """Whether nobody has judged the move."""
        return self.flag == "."

    @property
    def shown_flag(self) -> str:
        """The flag's symbol; `–` for unchecked."""
        return "–" if self.unchecked else self.flag


@dataclass(frozen=True)
class BookState:
    """What the book panel shows for a position. `opening` is the last named position of the game.

    `undo` and `redo` say in words which edit of the user's book would be taken back or made again; empty: none.
    """

    fen: str = ""
    opening: str = ""
    rows: tuple[BookRow, ...] = ()
    problem: Text = NOTHING
    comment: str = ""
    undo: str = ""
    redo: str = ""
    forcing: bool = False  # whether a line is forced anywhere

    @property
    def games_end(self) -> bool:
        """Whether the games that the book knows run out here: what people would play says more."""
        return sum(row.games for row in self.rows) < FEW_GAMES

    def row(self, uci: str) -> BookRow | None:
        """The row of a move."""
        return next((row for row in self.rows if row.uci == uci), None)


@dataclass(frozen=True)
class ChanceNews:
    """What adding made of one move's chance (0-1). `san` has the move's number, `flag` is its symbol; `asked`: it was one of
    the moves added; `outranked`: it is not played because others there are `!`."""

    san: str
    flag: str
    before: float
    after: float
    same: bool
    asked: bool
    outranked: bool


@dataclass(frozen=True)
class BookAddition:
    """What adding moves to the user's book changes, every chance along the added line; it can be undone. `fen`, `chess960` and
    `moves` are the line. `written`: it was added at once, because no move is played less often; otherwise the user is asked.
    `edit` is its number in the user's book; 0 where nothing was new, so that there is nothing to undo."""

    changes: tuple[ChanceNews, ...]
    fen: str
    chess960: bool
    moves: tuple[str, ...]
    written: bool
    edit: int = 0


@dataclass(frozen=True)
class ReportEntry:
    """One clause of a book report. `ply` is the half move it speaks of (-1: the whole game); `can_add`: the move
    played there is one that the book does not have."""

    ply: int
    reason: Reason
    own: bool = False
    can_add: bool = False


@dataclass(frozen=True)
class BookReport:
    """A game against the book. `tab` and `moves` say which game; `white`: the report is for White's player."""

    tab: int
    moves: tuple[str, ...]
    white: bool
    opening: str = ""
    book_plies: int = 0
    entries: tuple[ReportEntry, ...] = ()
    problem: Text = NOTHING
