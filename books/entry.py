"""What a book holds: flags, layers, the row of a (position, move), and the move as the player and the panel see it."""

from enum import Enum, IntEnum
from typing import NamedTuple

import chess

from engine.game.reason import Mark, Reason
from engine.ground.values import dataclass


class Flag(IntEnum):
    """Colossus' four flags, higher is better, and UNCHECKED: nobody has judged the move. It is lowest because it is never
    chosen by itself. `$` and `?` are never played unless the user forces the line.
    """

    UNCHECKED = -1
    BAD = 0
    DUBIOUS = 1
    NORMAL = 2
    STRONG = 3

    @property
    def symbol(self) -> str:
        """`!`, nothing, `$` or `?`; a point for unchecked."""
        return "?$!."[(0, 1, -1, 2, 3)[self]] if self is not Flag.NORMAL else ""

    @property
    def mark(self) -> Mark:
        """The flag as a word of a reason."""
        return Mark(self.symbol)

    @property
    def playable(self) -> bool:
        """True for `!` and normal."""
        return self >= Flag.NORMAL

    @classmethod
    def from_symbol(cls, symbol: str) -> "Flag":
        """The flag of `!`, nothing (also a space, `normal` or `blank`), `$` or `?`. Raises ValueError for anything else."""
        normal = dict.fromkeys(("", " ", "normal", "blank"), cls.NORMAL)
        found = {"?": cls.BAD, "$": cls.DUBIOUS, "!": cls.STRONG, **normal}.get(symbol)
        if found is None:
            raise ValueError(
                f"{symbol!r} is not a flag; the flags are ! (strong), normal (or blank), $ (dubious) and ? (bad)"
            )
        return found


class Presence(IntEnum):
    """Whether a move is in a book: taken OUT by the user, only SEEN (it has results or a comment), or IN."""

    OUT = -1
    SEEN = 0
    IN = 1


class Verdict(IntEnum):
    """What experience says of a position: nothing; lost, by one look or one game (SUSPECTED: avoided until a second, deeper
    look); lost, by that look (CONFIRMED); or playable after all (CLEARED).
    """

    NONE = 0
    SUSPECTED = 1
    CONFIRMED = 2
    CLEARED = 3


class Layer(Enum):
    """Which kind of book a row lies in, the most important first. USER is the user's own book, BOOK any other book that
    he added. An update of the shipped one never touches the others.
    """

    USER = "user"
    BOOK = "book"
    LEARNED = "learned"
    SHIPPED = "shipped"


LOSING_CP = -100
"""A move learned to be worth this or less (centipawns, for the side that plays it) counts as `?`."""


class MoveRow(NamedTuple):
    """One row of the table `moves`: what one layer says of one move in one position.

    `key` is the position's Polyglot key as SQLite's signed number, `move` a book move code (books.key). Results and
    `evaluation` (centipawns, what the row's source says) are from the point of view of the side that plays the move; results
    are fractional where they decay. `credit` (-1 to 1) is what experience says. Times are seconds since 1970. `learn` and
    `ordinal` keep a Polyglot file's field and order. `inherits` (0 or 1): nobody chose the flag, it only fills a gap (added,
    imported without a sign, counted from games): one that is in another layer holds. `source` says where the row comes
    from: `user`, `doctor`, `game 14`, or the name of a book. `better` is the code of the move to play instead.
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
        """Results counted (fractional where they decay)."""
        return self.wins + self.draws + self.losses


class PositionRow(NamedTuple):
    """One row of the table `positions`: what one layer says of a position.

    Values are centipawns for the side to move: `value` by an own search of `depth` and `nodes`, `second` by a second judge,
    `exit_value` of `exit_move`, the best move that is not in the book, `backed` through the graph. `verdict` with `lost`
    (-1: for the side to move, 1: for the side that moved here) and `game`: what was learned, from which game (0: not from
    one). `comment` and `forced` (the code of the move of a forced line, 0 if none) are the user's.
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
    verdict: Verdict = Verdict.NONE
    lost: int = 0
    game: int = 0

    def judged(self, other: "PositionRow") -> "PositionRow":
        """This row with the value and the verdict of another; what was confirmed is not suspected again. What was backed up
        before is no longer known."""
        if self.verdict is Verdict.CONFIRMED and other.verdict is Verdict.SUSPECTED:
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
        """The one value to use: backed up through the graph, else the own search's; None if there is none."""
        return self.value if self.backed is None else self.backed

    @property
    def loser(self) -> int:
        """-1: known lost for the side to move, 1: for the side that moved here, 0: neither."""
        return self.lost if self.verdict in (Verdict.SUSPECTED, Verdict.CONFIRMED) else 0


@dataclass(frozen=True, slots=True)
class BookMove:
    """A move of the book, its layers merged: all that the player needs and the panel shows.

    UNCHECKED moves are shown, never chosen. `evaluation` is what the position after the move is worth, else what the rows say.
    `probability` is the share (0-1) with which the engine would choose it now. `added`: the user's own book has the move,
    and its flag is another layer's. Points of view and units as in MoveRow.
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

    @property
    def games(self) -> float:
        """Results counted in all layers."""
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float | None:
        """Points per game (0-1) for the side that plays the move; None without games."""
        return (self.wins + self.draws / 2) / self.games if self.games else None
