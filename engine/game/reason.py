"""Why a move was played, flagged, learned or found wrong, as a value. Words for it are made at the edge, by
`engine.game.reason_words`, once for each language; nothing reads a sentence back.

A reason is a kind with its values, some of which are reasons themselves, so that clauses are put together as a tree:
`together(SHIPPED_BOOK: (46925 games, -0.57 at depth 15), played 90 %, one of 2 moves)`.
"""

# ruff: noqa: PIE796 - kinds of equal shape are no duplicates: see Kind.__new__

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


class Mark(Enum):
    """The flag of a book move."""

    STRONG = "!"
    NORMAL = ""
    DUBIOUS = "$"
    BAD = "?"
    UNCHECKED = "."


class Whose(Enum):
    """Which layer of the book a word lies in."""

    YOURS = "yours"
    BOOK = "book"
    LEARNED = "learned"
    SHIPPED = "shipped"


@dataclass(frozen=True)
class Provenance:
    """Where a word of the book comes from: the user's own flag, the book `name`, the learned `game` (0: not known) on
    that `day`, or the shipped book."""

    whose: Whose
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
        """A move that is legal on a board."""
        return cls(board.uci(move), board.fen(), board.chess960, numbered)

    @property
    def san(self) -> str:
        """As in English PGN. Raises ValueError where position and move are no pair."""
        import chess  # here: most reasons name no move, and the search alone starts without python-chess

        board = chess.Board(self.fen, chess960=self.chess960)
        san = board.san(board.parse_uci(self.uci))
        dots = "." if board.turn else "..."
        return f"{board.fullmove_number}{dots}{san}" if self.numbered else san


@dataclass(frozen=True)
class Pawns:
    """A loss in centipawns, not less than 0 and of no side."""

    centipawns: int


@dataclass(frozen=True)
class Share:
    """A share of 1, shown in percent."""

    of_one: float


@dataclass(frozen=True)
class Reason:
    """A clause: its kind, and values of the types that the kind asks for. A plain text is a name or moves in
    coordinates and is shown as it is."""

    kind: Kind
    values: tuple[Value, ...] = ()

    def __post_init__(self) -> None:
        """:raises TypeError: values that the kind does not have."""
        if not self.kind.takes(self.values):
            raise TypeError(f"{self.kind.name} cannot be made of {self.values}")

    def has(self, kind: Kind) -> bool:
        """Whether it is of a kind, or one of its clauses is."""
        return self.kind is kind or any(isinstance(value, Reason) and value.has(kind) for value in self.values)


Value = Reason | Text | Provenance | Whose | Mark | BoardMove | PovScore | Pawns | Share | date | int | str


class Kind(Enum):
    """Everything that is ever given as a reason, with the types of its values in the order of the English words
    (`engine.game.reason_words.TEMPLATES`). `...`: any number of the type before it.

    Names stand in files (`engine.game.reason_file`): one that changes makes older files show their plain text.
    """

    shape: tuple[type | UnionType | EllipsisType, ...]

    def __new__(cls, *shape: type | UnionType | EllipsisType) -> Kind:
        """Members of equal shape are still different."""
        member = object.__new__(cls)
        member._value_ = len(cls.__members__)
        member.shape = shape
        return member

    # Putting together
    TOGETHER = (Reason, ...)
    LIST = (Reason, ...)
    SAYS = (Provenance | str, Reason)
    FROM = (Provenance | str,)
    TOLD = (Text | str,)  # a sentence that was made elsewhere: a fault of the engine, a file of an older version
    SCORE = (PovScore,)
    MOVE = (BoardMove,)
    MARKED = (BoardMove, Mark)

    # The search
    ONLY_MOVE = ()
    AT_DEPTH = (PovScore, int)
    DEPTH = (int,)
    NODES = (int,)
    LEFT_OUT = (str,)
    AS_PEOPLE = (str, Share)  # their rating, a name rather than a number; how many of them play it
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
    NO_FLAG = ()
    GAMES = (int,)
    AS_LOSING = (Provenance, Reason)
    LOST_WITH_IT = (int,)
    SUSPECTED = ()

    # The book: its choice
    FLAGGED = (Mark, Reason)
    FORCED = ()
    ALL_BAD = ()
    OUT_OF_BOOK = (int,)
    CHOSEN_AMONG = (int, Share)
    LOCKED_THOUGH_BAD = ()

    # Learning
    AFTER_GAME = (int, Reason)
    AFTER_CHECK = (date, Reason)
    CHECKED_AGAIN = (Reason,)
    BECOMES_BAD = (BoardMove,)
    BECOMES_DUBIOUS = (BoardMove,)
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
    YOU_PLAYED = (BoardMove, Mark, Reason)
    OPPONENT_PLAYED = (BoardMove, Mark, Reason)
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
    GIVES_UP = (BoardMove, Mark, Pawns, Reason)
    LOSES = (BoardMove, Mark, Reason)
    MISSES_MATE = (BoardMove, Mark, Reason)
    SURPASSED = (BoardMove, Mark, Pawns, Reason)
    NO_ANSWER = (BoardMove, Share, Reason)
    PLAYABLE = (BoardMove, Mark, Reason)
    MOVE_SCORE = (BoardMove, PovScore)
    ENDS_BOOK = (BoardMove, PovScore)
    CONFLICT = (BoardMove, Reason, Whose, Reason)
    LAYER_SAYS = (Whose, Mark)
    UNREACHED = (int,)
    NORMAL = ()

    def takes(self, values: tuple[object, ...]) -> bool:
        """Whether values are of the types that the kind asks for."""
        if self.shape[-1:] == (...,):
            return bool(values) and all(type(value) is self.shape[0] for value in values)
        return len(values) == len(self.shape) and all(map(_is_of, values, self.shape))


def _is_of(value: object, wanted: type | UnionType | EllipsisType) -> bool:
    """No truth value passes for a number."""
    return not isinstance(wanted, EllipsisType) and isinstance(value, wanted) and not isinstance(value, bool)


def together(*clauses: Reason | None) -> Reason:
    """Sentences side by side, without those that are None; at least one is there."""
    return _joined(Kind.TOGETHER, clauses)


def listed(*clauses: Reason | None) -> Reason:
    """Parts of one sentence, without those that are None; at least one is there."""
    return _joined(Kind.LIST, clauses)


def _joined(kind: Kind, clauses: tuple[Reason | None, ...]) -> Reason:
    there = tuple(clause for clause in clauses if clause is not None)
    return there[0] if len(there) == 1 else Reason(kind, there)


def told(sentence: Text | str) -> Reason:
    """A text that was made elsewhere as a reason: of the engine, or the words of a file that holds no more."""
    return Reason(Kind.TOLD, (sentence,))


def at_depth(score: PovScore, depth: int | None) -> Reason:
    """A score with the depth it was found at, where that is known; what tables prove is certain at whatever depth."""
    return (
        Reason(Kind.AT_DEPTH, (score, depth)) if depth and score.score.table is None else Reason(Kind.SCORE, (score,))
    )
