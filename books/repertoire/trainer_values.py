"""The trainer's values for the window and the console. They hold no board and may be read by any thread."""

from pathlib import Path
from typing import Annotated, NamedTuple

from books.explorer.counted import EVERY_GAME, GameFilter
from engine.game.info import PovScore
from engine.game.reason import Reason
from engine.ground.codec import FieldCodec, as_json, of_json
from engine.ground.text import NOTHING, Text, joined
from engine.ground.values import dataclass
from engine.rules.fen import START_FEN

MAX_POSITIONS = 5000  # of a repertoire outside the user's own lines
OWN_PLIES = 120  # limit in plies for the user's lines
NEW_A_DAY = 10
MINE, OWN_BOOK, LEARNED, SHIPPED = "mine", "user", "learned", "shipped"
ALL_BOOKS = (MINE, LEARNED, SHIPPED)


class LeftOut(NamedTuple):
    """Numbers of own moves that are not asked: marked `$` or `?`, unchecked, or `beyond` the longest line of a
    repertoire (`OWN_PLIES`; only the first of each line counts); and of the lines that are switched `off`."""

    marked: int = 0
    unchecked: int = 0
    beyond: int = 0
    off: int = 0


@dataclass(frozen=True)
class WaitingCounts:
    """Numbers of positions: due, never asked, available as new today, asked before, and answered right the last time."""

    due: int = 0
    new: int = 0
    today: int = 0
    asked: int = 0
    known: int = 0

    @property
    def all(self) -> int:
        return self.asked + self.new


_NAME = FieldCodec(lambda found: found.text() if isinstance(found.value, str) else of_json(Text, found), as_json)


@dataclass(frozen=True)
class ReplySource:
    """The source of frequencies of replies: the games of the named collections and files, or people of the rating `elo`;
    neither: the games of the books."""

    names: tuple[Annotated[Text | str, _NAME], ...] = ()
    elo: int = 0

    @property
    def games(self) -> Text:
        """The games that a share counts, after `in 8 % of`."""
        if self.names:
            return Text("the games of %1", joined(*self.names[:9], by=", "))
        return Text("the games of people rated %1", str(self.elo)) if self.elo else Text("the games of the books")


@dataclass(frozen=True)
class ReplyWorldChoice:
    """A choice: `collections`, called `names`, with the games of a filter; or people rated `elo` (0: none). Neither: the
    games of the books. Collections with too few games (`reply_worlds.LEAST_GAMES`) do not count."""

    collections: tuple[Path, ...] = ()
    names: tuple[Text | str, ...] = ()
    games: GameFilter = EVERY_GAME
    elo: int = 0


@dataclass(frozen=True)
class LargestGap:
    """A position without an answer. `line`: the moves to it from the repertoire's start (`1. e4 c5`), `moves` the same
    in coordinate notation; `move`: the opponent's last (`1...c5`; empty: the first position has no answer); `share`: how
    often it is met (0-1) if we play our moves; `games`: the number of games of the source that reached it."""

    fen: str
    moves: tuple[str, ...]
    line: str
    move: str
    share: float
    games: int = 0
    source: ReplySource = ReplySource()

    def met(self, move: str, share: str) -> Text:
        """Returns how often it is met, with the source; the move and the share (`8.6 %`) as they are shown."""
        if self.source.names:
            return Text("no answer to %1, met in %2 of %3: %4 {game|games}", move, share, self.source.games, self.games)
        return Text("no answer to %1, met in %2 of %3", move, share, self.source.games)

    def __str__(self) -> str:
        if not self.move:
            return "your lines have no move here yet"
        return str(self.met(self.move, f"{self.share:.0%}" if self.share >= 0.095 else f"{self.share:.1%}"))


@dataclass(frozen=True)
class ChapterRow:
    """The positions of one opening (empty name: before the first named position)."""

    name: str
    waiting: WaitingCounts


@dataclass(frozen=True)
class Repertoire:
    """A side and a start position that the user trains, with the waiting positions. `id` 0: not stored yet; -1
    (`drill`): the user's own mistakes, of both sides.

    `books` selects whose moves become cards: `mine` (the user's book and every other added book), `user` (the user's
    book alone), `learned`, `shipped`, or the path of one book. Flags are those of all books together. `new_a_day`:
    limit of new positions per day. `answered` (0-1): the share of the games in which our fifth move still has an
    answer. `gaps`: positions without an answer, most frequent
    first; `source`: whose replies are counted for both.
    """

    id: int
    name: str
    white: bool
    fen: str = START_FEN
    books: tuple[str, ...] = (MINE,)
    new_a_day: int = NEW_A_DAY
    waiting: WaitingCounts = WaitingCounts()
    chapters: tuple[ChapterRow, ...] = ()
    answered: float = 0.0
    gaps: tuple[LargestGap, ...] = ()
    source: ReplySource = ReplySource()
    left_out: LeftOut = LeftOut()

    @property
    def gap(self) -> LargestGap | None:
        """The most frequent position without an answer."""
        return self.gaps[0] if self.gaps else None

    @property
    def drill(self) -> bool:
        return self.id < 0

    @property
    def not_asked(self) -> Text:
        """The numbers of own moves without a card, with the reasons; empty if none."""
        marked, unchecked, beyond, off = self.left_out
        parts = [Text("%1 own {move|moves} marked $ or ?", marked)] if marked else []
        parts += [Text("%1 own {move|moves} unchecked", unchecked)] if unchecked else []
        if beyond:
            parts.append(Text("%1 {line|lines} beyond %2 half moves", beyond, OWN_PLIES))
        parts += [Text("%1 {line|lines} switched off", off)] if off else []
        return Text("Not asked: %1.", joined(*parts, by=", ")) if parts else NOTHING


@dataclass(frozen=True)
class AvailableBook:
    """A book that a repertoire can use: its name there (`user`, `learned`, `shipped`, or a path) and its title (only
    for a path)."""

    name: str
    title: str = ""


@dataclass(frozen=True)
class Repertoires:
    """All repertoires and the available books. `changes_in_s`: seconds until the numbers change without training: a
    position becomes due, or the day ends."""

    rows: tuple[Repertoire, ...]
    books: tuple[AvailableBook, ...]
    changes_in_s: float


@dataclass(frozen=True)
class MoveLesson:
    """The explanation of a move that is new or was missed.

    `opening` is the name that the move reaches or belongs to; `comment` the book's or the user's, or what the author of
    the study says there, with the arrows and squares `drawings` (`Re2e4`, `Gd4`); `reason` why the book
    plays it; `games` and `score` (0-1, None: no games) are the mover's, `reply` the most frequent answer, with its
    share of the games. `mistake` is the user's move instead, in the game `event`.
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
    drawings: tuple[str, ...] = ()


@dataclass(frozen=True)
class AskedPosition:
    """A position that is asked, or (`shown`) explained before it is asked; `moves` lead to it from `fen`. `answers` are
    asked for, as (move, SAN), without those already `named` (SAN); `lesson` explains the first."""

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
class AnswerResult:
    """The result of an answer. `grade`: again, hard, good, easy, or empty for mere practice; `days` until the position
    is asked again. `asked_for`: the move is one of those trained; any other right one is asked again; `reason`: the book's reason
    for it. `missing`: number of moves still to be named."""

    right: bool
    grade: str
    days: float
    asked_for: bool = True
    reason: Reason | None = None
    missing: int = 0


@dataclass(frozen=True)
class GameDeparture:
    """The way a game left a repertoire. `san`: the last move, numbered; empty: there was none. `share`: how often people play
    it (0-1; 0: unknown). `mine`: it is the user's. `known`: the repertoire has another move there; otherwise its line
    ends. `over`: the game is over."""

    san: str
    share: float
    mine: bool
    known: bool
    over: bool


@dataclass(frozen=True)
class GameStep:
    """A game of a repertoire after a move: its moves from the start in coordinates; the next question, or else the
    departure."""

    fen: str
    moves: tuple[str, ...]
    question: AskedPosition | None
    departure: GameDeparture | None


@dataclass(frozen=True)
class LineProgress:
    """A line of a repertoire: its moves from the start in coordinates and as text, its chapter, and the counts of its own
    positions."""

    moves: tuple[str, ...]
    text: str
    chapter: str
    waiting: WaitingCounts


@dataclass(frozen=True)
class SessionTotals:
    """The totals of a session: answers, right ones, positions learned, failures, and the number of each grade."""

    asked: int = 0
    right: int = 0
    learned: int = 0
    failed: int = 0
    grades: tuple[tuple[str, int], ...] = ()


NO_TOTALS = SessionTotals()


@dataclass(frozen=True)
class GapMove:
    """A move that could close a gap.

    From the books: its `flag` (` –`: unchecked), `games`, `share` of them (0-1), and the mover's `score` (0-1, None: no
    games). `people`: the probability that people of the user's rating play it (0-1, None: not asked). `worth`: the
    engine's value, None if not asked; `best`: the engine's choice. `opening`: the name that it reaches. `proposed`: the
    move that Ratsu would play.
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
