"""The opening explorer in the window: the moves of a position."""

from engine.ground.values import dataclass


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
