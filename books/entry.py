"""The contents of a book: flags, layers, the row of a (position, move), and the move as the player and the panel see
it."""

from enum import Enum, IntEnum
from typing import NamedTuple

import chess

from engine.game.reason import FlagSymbol, Reason, ReasonKind
from engine.ground.values import dataclass


class Flag(IntEnum):
    """The four flags of the opening book of Colossus Chess X, higher is better, and UNCHECKED: not judged yet.

    UNCHECKED is lowest because such a move is never chosen by itself. `$` and `?` are played only if the user forces the
    line.
    """

    UNCHECKED = -1
    BAD = 0
    DUBIOUS = 1
    NORMAL = 2
    STRONG = 3

    @property
    def symbol(self) -> str:
        """`!`, an empty text (normal), `$` or `?`; a full stop for unchecked."""
        return "?$!."[(0, 1, -1, 2, 3)[self]] if self is not Flag.NORMAL else ""

    @property
    def mark(self) -> FlagSymbol:
        return FlagSymbol(self.symbol)

    @property
    def playable(self) -> bool:
        """Whether the engine may choose the move: true for `!` and normal."""
        return self >= Flag.NORMAL

    @classmethod
    def from_symbol(cls, symbol: str) -> "Flag":
        """Returns the flag of `!`, an empty text (also a space, `normal` or `blank`), `$` or `?`.
        :raises ValueError: it is another text."""
        normal = dict.fromkeys(("", " ", "normal", "blank"), cls.NORMAL)
        found = {"?": cls.BAD, "$": cls.DUBIOUS, "!": cls.STRONG, **normal}.get(symbol)
        if found is None:
            raise ValueError(
                f"{symbol!r} is not a flag; the flags are ! (strong), normal (or blank), $ (dubious) and ? (bad)"
            )
        return found


class Presence(IntEnum):
    """Whether a move is in a book: removed by the user (OUT), only with results or a comment (SEEN), or IN. REPLY, which
    no file holds: it is in a book for the other side."""

    OUT = -1
    SEEN = 0
    IN = 1
    REPLY = 2


class PositionVerdict(IntEnum):
    """The verdict of experience on a position: nothing; lost after one game or one short search (SUSPECTED: avoided until a
    deeper search); lost by that search (CONFIRMED); or playable (CLEARED)."""

    NONE = 0
    SUSPECTED = 1
    CONFIRMED = 2
    CLEARED = 3


class Layer(Enum):
    """The kind of book that a row is in, most important first. USER is the user's own book, BOOK any other book that
    the user added. An update of the shipped book never changes the others."""

    USER = "user"
    BOOK = "book"
    LEARNED = "learned"
    SHIPPED = "shipped"


SIDE = "side"
"""The property of a book for one side; its value is one of `SIDES`."""

SIDES = {True: "white", False: "black"}

LOSING_CP = -100
"""A move that learning values at this or less (centipawns, for the side that plays it) counts as `?`."""


class MoveRow(NamedTuple):
    """One row of the table `moves`: the knowledge of one layer about one move in one position.

    `key` is the position's Polyglot key as SQLite's signed number, `move` a book move code (books.key). Results and
    `evaluation` (centipawns, by the row's source) are from the point of view of the side that plays the move; results
    are fractional if they decay. `credit` (-1 to 1) comes from learning. Times are seconds since 1970. `learn` and
    `ordinal` are a Polyglot file's field and order. `inherits` (0 or 1): the flag was not chosen (added, imported
    without a sign, counted from games), so that another layer's flag wins. `source`: `user`, `doctor` (the repertoire
    check), `game 14`, or the title of a book. `better` is the code of the move to play instead.
    """

    key: int
    move: int
    flag: Flag = Flag.UNCHECKED
    weight: int = 0
    wins: float = 0
    draws: float = 0
    losses: float = 0
    evaluation: int | None = None
    depth: int | None = None
    engine: str | None = None
    evaluated: int | None = None
    times_played: int = 0
    last_played: int | None = None
    locked: int = 0
    comment: str | None = None
    source: str | None = None
    learn: int = 0
    ordinal: int = 0
    credit: float = 0
    better: int | None = None
    inherits: int = 0
    presence: Presence = Presence.IN

    @property
    def games(self) -> float:
        """Number of counted results (fractional if they decay)."""
        return self.wins + self.draws + self.losses


class PositionRow(NamedTuple):
    """One row of the table `positions`: the knowledge of one layer about a position.

    Values are centipawns for the side to move: `value` by a search of `depth` and `nodes`, `second` by a second judge,
    `exit_value` of `exit_move`, the best move that is not in the book, `backed` by negamax over the book graph.
    `verdict`, `lost` (-1: for the side to move, 1: for the side that moved here) and `game` (its number, 0: not from a
    game) come from learning. `comment` and `forced` (the code of the move of a forced line, 0 if none) are the user's.
    """

    key: int
    comment: str | None = None
    forced: int = 0
    value: int | None = None
    depth: int | None = None
    nodes: int | None = None
    engine: str | None = None
    evaluated: int | None = None
    second: int | None = None
    second_engine: str | None = None
    exit_move: int | None = None
    exit_value: int | None = None
    backed: int | None = None
    verdict: PositionVerdict = PositionVerdict.NONE
    lost: int = 0
    game: int = 0

    def judged(self, other: "PositionRow") -> "PositionRow":
        """Returns this row with the value and the verdict of another. A confirmed verdict is not reduced to suspected.
        `backed` is cleared, because it is out of date."""
        if self.verdict is PositionVerdict.CONFIRMED and other.verdict is PositionVerdict.SUSPECTED:
            return self
        return self._replace(
            backed=None,
            value=other.value,
            depth=other.depth,
            nodes=other.nodes,
            engine=other.engine,
            evaluated=other.evaluated,
            verdict=other.verdict,
            lost=other.lost,
            game=other.game,
        )

    @property
    def worth(self) -> int | None:
        """The value to use: backed up through the graph, otherwise the search's; None if there is neither."""
        return self.value if self.backed is None else self.backed

    @property
    def loser(self) -> int:
        """-1: lost for the side to move, 1: for the side that moved here, 0: not known as lost."""
        return self.lost if self.verdict in (PositionVerdict.SUSPECTED, PositionVerdict.CONFIRMED) else 0


@dataclass(frozen=True, slots=True)
class BookMove:
    """A move of the book with its layers merged: all that the player needs and the panel shows.

    UNCHECKED moves are shown but never chosen. `evaluation` is the value of the position after the move, otherwise that
    of the rows. `probability` is the share (0-1) with which the engine would choose it now. `added`: the user's own
    book has the move, with another layer's flag. `mine`: it is a move of the user's own lines; `reply`: it is the
    opponent's move in them; `own_title`: the title of the first book of the user that has it, empty for the user's own book;
    `off`: its line is switched off. Points of view and units as in MoveRow.
    """

    move: chess.Move
    san: str
    flag: Flag
    decided_by: Layer
    reason: Reason
    layers: tuple[Layer, ...]
    weight: float
    wins: float
    draws: float
    losses: float
    evaluation: int | None
    depth: int | None
    engine: str | None
    evaluated: int | None
    times_played: int
    last_played: int | None
    locked: bool
    forced: bool
    comment: str
    better: chess.Move | None = None
    name: str = ""
    probability: float = 0.0
    added: bool = False
    mine: bool = False
    reply: bool = False
    own_title: str = ""
    off: bool = False

    @property
    def judgement(self) -> Reason:
        """The flag, if it has a sign, and the reason for it: `bad (?), your flag`."""
        return Reason(ReasonKind.FLAGGED, (self.flag.mark, self.reason)) if self.flag.symbol else self.reason

    @property
    def games(self) -> float:
        """Number of counted results in all layers."""
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float | None:
        """Points per game (0-1) for the side that plays the move; None without games."""
        return (self.wins + self.draws / 2) / self.games if self.games else None
