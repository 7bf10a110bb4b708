"""A motif that a line shows, and whether it comes soon."""

from __future__ import annotations

from engine.coach.claims import Motif, Piece
from engine.coach.line import Line
from engine.ground.values import dataclass


@dataclass(frozen=True)
class Shown:
    """A motif with the index of its key move in the line, and its pieces."""

    motif: Motif
    key: int
    pieces: tuple[Piece, ...] = ()


def is_near(line: Line, index: int) -> bool:
    """Whether a move comes at once, or only checks and captures of ours come before it."""
    return all(step.captured or step.after.is_check() for step in line.steps if step.index < index - 2)
