"""`FoundMotif`: a motif in a line, and whether it comes soon enough."""

from __future__ import annotations

from engine.coach.claims import ClaimPiece, Motif
from engine.coach.line import MotifLine
from engine.ground.values import dataclass


@dataclass(frozen=True)
class FoundMotif:
    """A motif found in a line, with the index of its key move and its pieces."""

    motif: Motif
    key: int
    pieces: tuple[ClaimPiece, ...] = ()


def is_near(line: MotifLine, index: int) -> bool:
    """True if the move is our first, or only our checks and captures come before it."""
    return all(step.captured or step.after.is_check() for step in line.steps if step.index < index - 2)
