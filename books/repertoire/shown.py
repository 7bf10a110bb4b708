"""What the trainer shows, in the window and on the console alike: values without a board, that any thread may read."""

from typing import NamedTuple

from engine.game.info import PovScore
from engine.game.reason import Reason
from engine.ground.text import NOTHING, Text, joined
from engine.ground.values import dataclass
from engine.rules.fen import START_FEN

MAX_POSITIONS = 5000  # of a repertoire
OWN_PLIES = 120  # how far the user's lines are followed
NEW_A_DAY = 10
MINE, OWN_BOOK, LEARNED, SHIPPED = "mine", "user", "learned", "shipped"
ALL_BOOKS = (MINE, LEARNED, SHIPPED)


class LeftOut(NamedTuple):
    """Own moves that are not asked for: marked `$` or `?`, unchecked, or `beyond` the limits of a repertoire (`OWN_PLIES`,
    `MAX_POSITIONS`), of which only the first of each line is counted."""

    marked: int = 0
    unchecked: int = 0
    beyond: int = 0


@dataclass(frozen=True)
class Waiting:
    """How many positions are due, were never asked, may be asked for the first time today, and were asked before."""

    due: int = 0
    new: int = 0
    today: int = 0
    known: int = 0


@dataclass(frozen=True)
class GapShown:
    """The position without an answer that comes up most. `line` are the moves that lead there from the repertoire's start
    (`1. e4 c5`), `move` the opponent's last (`1...c5`; empty: not even the first position has an answer), `share` in how
    many games (0-1). `moves` are those of the line in coordinates."""

    fen: str
    moves: tuple[str, ...]
    line: str
    move: str
    share: float


@dataclass(frozen=True)
class ChapterRow:
    """The positions that belong to one opening (empty: before the first name)."""

    name: str
    waiting: Waiting


@dataclass(frozen=True)
class Repertoire:
    """A side and a start position that the user trains, and what waits there. `id` 0: not stored yet; -1 (`drill`): the user's
    own mistakes, of both sides.

    `books` says whose moves become cards: `mine` (the user's book and every other book that he added), `user` (his own book
    alone), `learned`, `shipped`, or the path of one book. Flags are those of all books together. `new_a_day`: how many
    positions are asked for the first time on one day. `answered` (0-1): the share of the games, as the book knows them, in which
    our fifth move still has an answer.
    """

    id: int
    name: str
    white: bool
    fen: str = START_FEN
    books: tuple[str, ...] = (MINE,)
    new_a_day: int = NEW_A_DAY
    waiting: Waiting = Waiting()
    chapters: tuple[ChapterRow, ...] = ()
    answered: float = 0.0
    gap: GapShown | None = None
    left_out: LeftOut = LeftOut()

    @property
    def drill(self) -> bool:
        """Whether it is the user's own mistakes."""
        return self.id < 0

    @property
    def not_asked(self) -> Text:
        """How many own moves have no card, and why; empty if there is none."""
        marked, unchecked, beyond = self.left_out
        parts = [Text("%1 own {move|moves} marked $ or ?", marked)] if marked else []
        parts += [Text("%1 own {move|moves} unchecked", unchecked)] if unchecked else []
        if beyond:
            parts.append(Text("%1 {line|lines} beyond %2 half moves or %3 positions", beyond, OWN_PLIES, MAX_POSITIONS))
        return Text("Not asked: %1.", joined(*parts, by=", ")) if parts else NOTHING


@dataclass(frozen=True)
class BookChoice:
    """A book that a repertoire can be made of: its name there (`user`, `learned`, `shipped`, or a path) and its title (of a
    path)."""

    name: str
    title: str = ""


@dataclass(frozen=True)
class Repertoires:
    """All repertoires, and the books that there are. `changes_in_s`: after so many seconds something else waits, if nobody
    trains: a position becomes due, or the day ends."""

    rows: tuple[Repertoire, ...]
    books: tuple[BookChoice, ...]
    changes_in_s: float


@dataclass(frozen=True)
class MoveLesson:
    """What is told of a move that is shown for the first time, or was missed.

    `opening` is the name that it leads to or lies in; `comment` the book's or the user's; `reason` why the book plays it;
    `games` and `score` (0-1, None: no games) are the mover's, `reply` the answer that is met most, with its share of the games.
    `mistake` is what the user played instead in his game `event`.
    """

    san: str
    opening: str = ""
    comment: str = ""
    reason: Reason | None = None
    games: int = 0
    score: float | None = None
    reply: str = ""
    reply_share: float = 0.0
    mistake: str = ""
    event: str = ""


@dataclass(frozen=True)
class Asked:
    """A position that is asked, or (`shown`) whose move is explained before it is asked: the moves from `fen` lead to it.
    `answers` are asked for, as (move, SAN), without those that were `named` (SAN) before; `lesson` explains the first."""

    fen: str
    moves: tuple[str, ...]
    white: bool
    new: bool
    shown: bool
    left: int
    answers: tuple[tuple[str, str], ...]
    lesson: MoveLesson
    named: tuple[str, ...] = ()


@dataclass(frozen=True)
class Judged:
    """What came of an answer. `grade`: again, hard, good, easy, or empty where it was practice only; `days` until the
    position is asked again. `asked_for`: it is one of the moves that are trained, not only one that is right as well;
    `reason`: what the book says of the move. `missing`: so many moves of the position are still to be named."""

    right: bool
    grade: str
    days: float
    asked_for: bool = True
    reason: Reason | None = None
    missing: int = 0


@dataclass(frozen=True)
class Totals:
    """A session so far: answers, those right, positions learned, and the grades with their number."""

    asked: int = 0
    right: int = 0
    learned: int = 0
    failed: int = 0
    grades: tuple[tuple[str, int], ...] = ()


NO_TOTALS = Totals()


@dataclass(frozen=True)
class Candidate:
    """A move that could close a gap.

    In the books: its `flag` (` –`: unchecked), `games`, `share` of them (0-1), and the mover's `score` (0-1, None: no games).
    `people`: how likely people of the user's rating play it (0-1, None: not asked). `worth`: what the engine says, None where
    it was not asked; `best`: the engine's choice. `opening`: the name that it leads to. `proposed`: the one that Ratsu itself
    would play.
    """

    uci: str
    san: str
    flag: str = ""
    games: int = 0
    share: float = 0.0
    score: float | None = None
    people: float | None = None
    worth: PovScore | None = None
    best: bool = False
    opening: str = ""
    proposed: bool = False
