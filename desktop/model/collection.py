"""The collection in the window: its state, and the opening explorer."""

from engine.ground.values import dataclass


@dataclass(frozen=True)
class CollectionState:
    """`games` in the collection, 0 if there is no collection. `importing`: the file being imported, with `fraction` 0..1."""

    games: int = 0
    importing: str = ""
    fraction: float = 0.0


@dataclass(frozen=True)
class ExplorerRow:
    """A move played in the position; `score` is White's in per cent. `top`: games, strongest players first."""

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
