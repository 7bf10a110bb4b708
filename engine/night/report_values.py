"""The lines of a report: a figure in words, with its list."""

from engine.ground.text import Text
from engine.ground.values import dataclass


@dataclass(frozen=True)
class ReportRow:
    """One entry of a list. `task`: the task of the answer; `fen`: its position, or empty; `game`: its game within the task,
    from 1 on, or 0; `ply`: the half-move to show first."""

    task: int
    text: Text
    fen: str = ""
    game: int = 0
    ply: int = 0


@dataclass(frozen=True)
class ReportLine:
    """A figure in words and what it counts."""

    text: Text
    rows: tuple[ReportRow, ...] = ()
