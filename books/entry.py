"""What a book holds: flags, layers, the row of a (position, move), and the move as the player and the panel see it."""

from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import NamedTuple

import chess

from engine.game.reason import Mark, Reason


class Flag(IntEnum):
    """Colossus' four flags, higher is better. `$` and `?` are never played unless the user forces the line."""

    BAD = 0
    DUBIOUS = 1
    NORMAL = 2
    STRONG = 3

    @property
    def symbol(self) -> str:
        """`!`, nothing, `$` or `?`."""
        return ("?", "$", "", "!")[self]

    @property
    def mark(self) -> Mark:
        """The flag as a word of a reason."""
        return Mark(self.symbol)

    @property
    def playable(self) -> bool:
        """True for `!` and blank."""
        return self >= Flag.NORMAL

    @classmethod
    def from_symbol(cls, symbol: str) -> "Flag":
        """The flag of `!`, blank (also a space), `$` or `?`. Raises ValueError for anything else."""
        found = {"?": cls.BAD, "$": cls.DUBIOUS, "": cls.NORMAL, " ": cls.NORMAL, "!": cls.STRONG}.get(symbol)
        if found is None:
            raise ValueError(
                f"{symbol!r} is not a flag; the flags are ! (strong), blank (normal), $ (dubious) and ? (bad)"
            )
        return found


FLAG_OF: dict[int | None, Flag | None] = {None: None, 0: Flag.BAD, 1: Flag.DUBIOUS, 2: Flag.NORMAL, 3: Flag.STRONG}


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

    `key` is the position's Polyglot key as SQLite's signed number, `move` a book move code (books.key). `flag` None
    means
    "no opinion": a move that was seen, not one to choose from. Results and evaluation (centipawns) are from the point
    of view of the side that plays the move; results are fractional where they decay. `credit` (-1 to 1) is what
    experience says; `barred` is the number of the lost game after which the move may not be repeated, until analysis
    clears it (0: not barred). Times are seconds since 1970. `learn` and `ordinal` keep a Polyglot file's field and
    order. `inherits` (0 or 1): nobody chose the flag, the move is only there (added, imported without a sign, counted from
    games): in the user's books such a flag only fills a gap, and one that is in another layer holds. `source` says
    where the row comes from: `user`, `doctor`, `game 14`, or the name of a book.
    """

    key: int
    move: int
    flag: Flag | None = None
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
    barred: int = 0
    better: int | None = None
    inherits: int = 0

    @property
    def games(self) -> float:
        """Results counted (fractional where they decay)."""
        return self.wins + self.draws + self.losses


class PositionRow(NamedTuple):
    """One row of the table `positions`: the user's comment, and the move of a forced line (0 if none)."""

    key: int
    comment: str | None = None
    forced: int = 0


@dataclass(frozen=True, slots=True)
class BookMove:
    """A move of the book, its layers merged: all that the player needs and the panel shows.

    `known_only` moves were seen in games but no layer recommends or warns of them: they are shown, never chosen.
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
    known_only: bool
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
