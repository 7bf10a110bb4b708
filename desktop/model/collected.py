"""What the window shows of the collection: its state, and what the explorer says of a position."""

from engine.ground.values import dataclass


@dataclass(frozen=True)
class CollectionState:
    """`games` in the collection, 0 where there is none. `importing`: the file that is read in, with `fraction` 0..1."""

    games: int = 0
    importing: str = ""
    fraction: float = 0.0


@dataclass(frozen=True)
class ExplorerRow:
    """A move that was played in the position; `score` is White's share in per cent. `top`: games, best players first."""

    uci: str
    san: str
    games: int
    white_wins: int
    draws: int
    black_wins: int
    score: float | None
    average_elo: int | None
    last_year: int | None
    top: tuple[str, ...] = ()


@dataclass(frozen=True)
class ExplorerState:
    """The moves of a position, most played first."""

    fen: str = ""
    rows: tuple[ExplorerRow, ...] = ()
