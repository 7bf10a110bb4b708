"""The lines of a report: a figure in words, with the list behind it."""

from engine.ground.text import Text
from engine.ground.values import dataclass


@dataclass(frozen=True)
class Row:
    """One entry of a list. `task`: whose answer it is; `fen`: the position that it is about, empty where it is none; `game`:
    the game of the task that it is about, from 1 on, 0 where it is none, and `ply` its half move that is shown first."""

    task: int
    text: Text
    fen: str = ""
    game: int = 0
    ply: int = 0


@dataclass(frozen=True)
class Line:
    """A figure in words and what it counts."""

    text: Text
    rows: tuple[Row, ...] = ()
