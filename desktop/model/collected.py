"""What the window shows of the collection: its state, what is searched for, and what the explorer says of a position."""

from dataclasses import dataclass


@dataclass(frozen=True)
class CollectionState:
    """`games` in the collection, 0 where there is none. `importing`: the file that is read in, with `fraction` 0..1."""

    games: int = 0
    importing: str = ""
    fraction: float = 0.0


@dataclass(frozen=True)
class CollectionQuery:
    """Everything given must hold. `fen`: the exact position that the game must have; empty is any."""

    player: str = ""
    event: str = ""
    date_from: str = ""
    date_to: str = ""
    result: str = ""
    elo_min: int | None = None
    eco: str = ""
    opening: str = ""  # words of its name
    material: str = ""
    fen: str = ""

    @property
    def words(self) -> str:
        """In words, for the title of the list."""
        parts = [self.player, self.event, self.eco, self.opening, self.material, self.result]
        if self.date_from or self.date_to:
            parts.append(f"{self.date_from}–{self.date_to}")
        if self.elo_min:
            parts.append(f"Elo ≥ {self.elo_min}")
        if self.fen:
            parts.append("this position")
        return ", ".join(filter(None, parts))


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
