"""The remembered positions, for the panel of the deep look."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.ground.text import NOTHING, Text
from engine.ground.values import dataclass

if TYPE_CHECKING:
    from engine.search.position_learning import LearnedPosition


@dataclass(frozen=True)
class RememberedPositions:
    """The positions that later searches know, newest first, and why they cannot be read or changed."""

    rows: tuple[LearnedPosition, ...] = ()
    problem: Text = NOTHING
