"""The novelty finder as the window shows it."""

from pathlib import Path

from engine.game.info import PovScore
from engine.ground.text import NOTHING, Text
from engine.ground.values import dataclass


@dataclass(frozen=True)
class NoveltySearch:
    """Where to look: the moves of a line from the start position (coordinates), PGN files whose moves are no novelties, how
    many centipawns below the best move at most, from which half move on, and nodes for each search."""

    moves: tuple[str, ...]
    games: tuple[Path, ...]
    within: int
    from_ply: int
    nodes: int


@dataclass(frozen=True)
class NoveltyRow:
    """A move that no game holds: with its number, and the best move beside it. `fen` is the position before it, `uci` the
    move in it; `games`: so many games reached the position, or more."""

    san: str
    best: str
    value: PovScore
    best_value: PovScore
    depth: int
    games: int
    fen: str
    uci: str


@dataclass(frozen=True)
class NoveltyState:
    """A search. `running`: `done` of `total` (bytes of the games, then positions); `whole`: it came to its end."""

    running: bool = False
    done: int = 0
    total: int = 0
    rows: tuple[NoveltyRow, ...] = ()
    whole: bool = False
    problem: Text = NOTHING
