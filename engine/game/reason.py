"""The reason why a move was played, flagged, learned or criticised, as a value. `engine.game.reason_words` renders it
in each language; no sentence is ever parsed.

A reason is a kind with its values, some of which are reasons, so that clauses form a tree: `together(SHIPPED_BOOK:
(46925 games, -0.57 at depth 15), played 90 %, one of 2 moves)`.
"""

# ruff: noqa: PIE796 - kinds of equal shape are not duplicates: see ReasonKind.__new__

from __future__ import annotations

from datetime import date
from enum import Enum
from types import EllipsisType, UnionType
from typing import TYPE_CHECKING

from engine.game.info import PovScore
from engine.ground.text import Text
from engine.ground.values import dataclass

if TYPE_CHECKING:
    import chess


class FlagSymbol(Enum):
    """The flag of a book move."""

    STRONG = "!"
    NORMAL = ""
    DUBIOUS = "$"
    BAD = "?"
    UNCHECKED = "."


class SourceLayer(Enum):
    """The book layer that a statement comes from."""

    YOURS = "yours"
    BOOK = "book"
    LEARNED = "learned"
    SHIPPED = "shipped"


@dataclass(frozen=True)
class Provenance:
    """The source of a book statement: the user's own flag, the book `name`, the learned `game` (0: unknown) on that
    `day`, or the shipped book."""

    whose: SourceLayer
    name: str = ""
    game: int = 0
    day: date | None = None


@dataclass(frozen=True)
class BoardMove:
    """A move with the position it is played in, so that it can be written in the letters of each language.

    `uci` is in coordinates as the variant writes them; `numbered`: written with its number, `6.Nf3`.
    """

    uci: str
    fen: str
    chess960: bool
    numbered: bool = True

    @classmethod
    def of(cls, board: chess.Board, move: chess.Move, numbered: bool = True) -> BoardMove:
        return cls(board.uci(move), board.fen(), board.chess960, numbered)

    def __str__(self) -> str:
        return self.san

    @property
    def san(self) -> str:
        """The move in English SAN. :raises ValueError: it is illegal in the position."""
        import chess  # imported here: most reasons have no move, and a search alone starts without python-chess

        board = chess.Board(self.fen, chess960=self.chess960)
        san = board.san(board.parse_uci(self.uci))
        dots = "." if board.turn else "..."
        return f"{board.fullmove_number}{dots}{san}" if self.numbered else san


@dataclass(frozen=True)
class OpeningTitle:
    """The English name of an opening, which each language writes in its own way."""

    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class PawnLoss:
    """A loss in centipawns, never negative, without a point of view."""

    centipawns: int


@dataclass(frozen=True)
class Share:
    """A share of 1, shown in percent."""

    of_one: float


@dataclass(frozen=True)
class Reason:
    """A clause: its kind, and values of that kind's types. A plain text is a name or moves in coordinate notation,
    shown unchanged."""

    kind: ReasonKind
    values: tuple[Value, ...] = ()

    def __post_init__(self) -> None:
        """:raises TypeError: the values do not fit the kind."""
        if not self.kind.takes(self.values):
            raise TypeError(f"{self.kind.name} cannot be made of {self.values}")

    def has(self, kind: ReasonKind) -> bool:
        """Whether the reason or one of its clauses is of a kind."""
        return self.kind is kind or any(isinstance(value, Reason) and value.has(kind) for value in self.values)


Value = (
    Reason | Text | Provenance | SourceLayer | FlagSymbol | BoardMove | PovScore | PawnLoss | Share | date | int | str
)


class ReasonKind(Enum):
    """The kinds of reasons, with the types of their values in the order of the English words
    (`engine.game.reason_words.TEMPLATES`). `...`: any number of the type before it.

    Names are stored in files (`engine.game.reason_file`): after a renaming, older files show their plain text.
    """

    shape: tuple[type | UnionType | EllipsisType, ...]

    def __new__(cls, *shape: type | UnionType | EllipsisType) -> ReasonKind:
        """Makes members of equal shape distinct."""
        member = object.__new__(cls)
        member._value_ = len(cls.__members__)
        member.shape = shape
        return member

    # Putting together
    TOGETHER = (Reason, ...)
    LIST = (Reason, ...)
    SAYS = (Provenance | str, Reason)
    FROM = (Provenance | str,)
    TOLD = (Text | str,)  # a sentence from elsewhere: a fault of the engine, or the words of an older file
    SCORE = (PovScore,)
    MOVE = (BoardMove,)
    MARKED = (BoardMove, FlagSymbol)

    # The search
    ONLY_MOVE = ()
    AT_DEPTH = (PovScore, int)
    DEPTH = (int,)
    NODES = (int,)
    LEFT_OUT = (str,)
    AS_PEOPLE = (str, Share)  # a rating, as text; the share of people who play the move
    TURNED_BAD = (BoardMove, BoardMove, PovScore)
    TWO_PLIES_LATER = (BoardMove, PovScore, PovScore)
    MATE_IN = (int,)
    MATED_IN = (int,)
    MATED = ()
    WHITE_MATES = (int,)
    BLACK_MATES = (int,)

    # Tablebases
    MATE = ()
    WIN = ()
    CURSED_WIN = ()
    DRAW = ()
    BLESSED_LOSS = ()
    LOSS = ()
    WITHIN = (int,)  # moves
    CLOCK = (int,)
    AS_GOOD = (int,)
    WHITE_BY_TABLES = ()
    BLACK_BY_TABLES = ()
    WHITE_BY_TABLES_IN = (int,)
    BLACK_BY_TABLES_IN = (int,)
    WHITE_CURSED = ()
    BLACK_CURSED = ()

    # The book: whose word
    YOUR_FLAG = ()
    OF_BOOK = (str,)
    LEARNED = ()
    LEARNED_FROM = (Reason,)
    GAME = (int,)
    DAY = (date,)
    SHIPPED_BOOK = ()
    USER_LAYER = ()
    BOOK_LAYER = ()
    SHIPPED_LAYER = ()
    PROPOSED = ()
    ADDED = ()
    LOCKED = ()
    TAKEN_OUT = ()
    SWITCHED_OFF = ()
    NO_FLAG = ()
    GAMES = (int,)
    AS_LOSING = (Provenance, Reason)
    LOST_WITH_IT = (int,)
    SUSPECTED = ()

    # The book: its choice
    FLAGGED = (FlagSymbol, Reason)
    FORCED = ()
    ALL_BAD = ()
    OUT_OF_BOOK = (int,)
    CHOSEN_AMONG = (int, Share)
    AGAINST_STYLE = (Reason,)
    LOCKED_THOUGH_BAD = ()

    # Learning
    AFTER_GAME = (int, Reason)
    AFTER_CHECK = (date, Reason)
    CHECKED_AGAIN = (Reason,)
    BECOMES_BAD = (BoardMove,)
    BECOMES_DUBIOUS = (BoardMove,)
    BECOMES_NORMAL = (BoardMove,)
    NOT_THE_STYLE = ()
    BETTER = (BoardMove,)
    NO_SINGLE_MISTAKE = (Reason,)
    EVERY_WAY_LOST = (PovScore,)
    CLEARED = (BoardMove,)
    CAME_LATER = ()
    CAME_EARLIER = ()
    NO_MISTAKE = ()
    NOT_REPEATED = (BoardMove,)
    PLAYABLE_AFTER_ALL = (BoardMove,)
    PLAYED_THOUGH_BAD = ()

    # Reports on games
    YOU_LEFT = (BoardMove,)
    OPPONENT_LEFT = (BoardMove,)
    YOU_PLAYED = (BoardMove, FlagSymbol, Reason)
    OPPONENT_PLAYED = (BoardMove, FlagSymbol, Reason)
    BOOK_PLAYS = (Reason,)
    NOTHING_BETTER = ()
    BACK_IN_BOOK = (int,)
    FOLLOWED = (int,)
    TIMES = (BoardMove, int)
    POINTS = (Share,)

    # People of a rating
    PLAYERS_RATED = (str, Reason)
    PEOPLE_PLAY = (Share, BoardMove)
    PEOPLE_ERR = (Share,)
    FEW_FIND = (str, BoardMove, Share)
    SOME_FIND = (str, BoardMove, Share)
    MOST_FIND = (str, BoardMove, Share)

    # The doctor
    GIVES_UP = (BoardMove, FlagSymbol, PawnLoss, Reason)
    LOSES = (BoardMove, FlagSymbol, Reason)
    MISSES_MATE = (BoardMove, FlagSymbol, Reason)
    SURPASSED = (BoardMove, FlagSymbol, PawnLoss, Reason)
    NO_ANSWER = (BoardMove, Share, Reason)
    PLAYABLE = (BoardMove, FlagSymbol, Reason)
    MOVE_SCORE = (BoardMove, PovScore)
    ENDS_BOOK = (BoardMove, PovScore)
    CONFLICT = (BoardMove, Reason, SourceLayer, Reason)
    LAYER_SAYS = (SourceLayer, FlagSymbol)
    UNREACHED = (int,)
    NORMAL = ()

    def takes(self, values: tuple[object, ...]) -> bool:
        if self.shape[-1:] == (...,):
            return bool(values) and all(type(value) is self.shape[0] for value in values)
        return len(values) == len(self.shape) and all(map(_is_of, values, self.shape))


def _is_of(value: object, wanted: type | UnionType | EllipsisType) -> bool:
    """Whether a value is of a type; a bool is not a number here."""
    return not isinstance(wanted, EllipsisType) and isinstance(value, wanted) and not isinstance(value, bool)


def together(*clauses: Reason | None) -> Reason:
    """Returns sentences side by side, without None; at least one must remain."""
    return _joined(ReasonKind.TOGETHER, clauses)


def listed(*clauses: Reason | None) -> Reason:
    """Returns parts of one sentence, without None; at least one must remain."""
    return _joined(ReasonKind.LIST, clauses)


def _joined(kind: ReasonKind, clauses: tuple[Reason | None, ...]) -> Reason:
    there = tuple(clause for clause in clauses if clause is not None)
    return there[0] if len(there) == 1 else Reason(kind, there)


def text_reason(sentence: Text | str) -> Reason:
    """Returns a text from elsewhere as a reason: an engine's message, or the words of an older file."""
    return Reason(ReasonKind.TOLD, (sentence,))


def at_depth(score: PovScore, depth: int | None) -> Reason:
    """Returns a score with its depth, if known; a tablebase result is certain at any depth and shows none."""
    return (
        Reason(ReasonKind.AT_DEPTH, (score, depth))
        if depth and score.score.table is None
        else Reason(ReasonKind.SCORE, (score,))
    )
