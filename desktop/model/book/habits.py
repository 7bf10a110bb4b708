"""The book report over many games as the window shows it."""

from pathlib import Path

from engine.game.reason import Reason
from engine.ground.text import NOTHING, Text
from engine.ground.values import dataclass


@dataclass(frozen=True)
class HabitRow:
    """A move with which the book was left: how often, what the book plays instead, the position before it."""

    number: int
    reason: Reason
    own: bool
    games: int
    fen: str
    uci: str
    can_add: bool
    added: bool = False


@dataclass(frozen=True)
class HabitsState:
    """What the games of a file say about one player. `running`: `games` were compared so far."""

    running: bool = False
    path: Path | None = None
    player: str = ""
    games: int = 0
    plies: float = 0.0
    rows: tuple[HabitRow, ...] = ()
    problem: Text = NOTHING
