"""Preparing for an opponent as the window shows it."""

from dataclasses import field
from pathlib import Path

from engine.game.info import PovScore
from engine.game.tree import ROOT, Game
from engine.ground.text import NOTHING, Text
from engine.ground.values import dataclass


@dataclass(frozen=True)
class PreparationWish:
    """What to prepare: PGN files and the opponent's name in them; `white`: the side that I shall have (None: either); from
    which year on his games count (None: all)."""

    games: tuple[Path, ...]
    name: str
    white: bool | None = None
    since: int | None = None


@dataclass(frozen=True)
class Tallied:
    """How games ended for the opponent."""

    wins: int
    draws: int
    losses: int
    unfinished: int = 0

    @property
    def games(self) -> int:
        """All of them."""
        return self.wins + self.draws + self.losses + self.unfinished

    @property
    def score(self) -> float | None:
        """His points a game (0-1); None where none has a result."""
        finished = self.wins + self.draws + self.losses
        return (self.wins + self.draws / 2) / finished if finished else None


@dataclass(frozen=True)
class SteeredLine:
    """A line to lead him into. `san` has move numbers, `moves` are the same in coordinates; `reach`: how often it comes up
    (0-1); `expected`: my score from there (0-1); `evaluation`: None if it is not known; `games`: his, at the end
    of the line."""

    san: str
    moves: tuple[str, ...]
    reach: float
    expected: float
    evaluation: PovScore | None
    games: Tallied

    def game(self) -> tuple[Game, int]:
        """The line as a game, and the node of its last move."""
        game, node = Game.new(), ROOT
        for uci in self.moves:
            game, node = game.add_move(node, uci)
        return game, node


@dataclass(frozen=True)
class PreparedSide:
    """One colour of mine: his games with the other, all and year by year (0: no year), my score as others had it and if I
    steer (0-1), and the lines."""

    white: bool
    games: Tallied
    years: tuple[tuple[int, Tallied], ...]
    usual: float
    expected: float
    lines: tuple[SteeredLine, ...]


@dataclass(frozen=True)
class KeptBook:
    """A book of moves to steer by that was kept: its file, its title, and the day as PGN writes it."""

    path: Path
    title: str
    day: str


@dataclass(frozen=True)
class SparringGame:
    """A game to be begun against an opponent's openings: their file, his rating (None: not known), and my side."""

    book: Path
    rating: int | None
    white: bool


@dataclass(frozen=True)
class PreparationState:
    """What is shown. `running`: `fraction` of the work is done (0-1, None: not known). `names`: how the opponent is written in
    the games, and how often; `read`: games looked at; `saved`: the title of the book that was just kept."""

    running: bool = False
    fraction: float | None = None
    name: str = ""
    names: tuple[tuple[str, int], ...] = ()
    games: int = 0
    read: int = 0
    rating: int | None = None
    sides: tuple[PreparedSide, ...] = ()
    kept: tuple[KeptBook, ...] = field(default_factory=tuple)
    saved: str = ""
    problem: Text = NOTHING
