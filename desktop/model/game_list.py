"""What the list of a file's games shows: frozen values between the service that reads it and the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from typing import TYPE_CHECKING

from engine.ground.text import NOTHING, Text
from engine.ground.values import dataclass

if TYPE_CHECKING:
    from engine.pgn.values import PgnGame


# What a list can be sorted by beside the headers of `engine.pgn.index.COLUMNS`.
NUMBER, MOVES, OPENING = "#", "Moves", "Opening"
WHITE_ACCURACY, BLACK_ACCURACY = "WhiteAccuracy", "BlackAccuracy"  # of games in a collection that were reviewed


@dataclass(frozen=True)
class ListState:
    """The list as it is now.

    `order`: the games shown, by their number in the file, from 0. `total`: how many are there so far. `fraction`: how
    much of the file was read, 0..1. `words`, `column` and `descending`: what was searched for, and how it is sorted (an
    empty column: as in the file). `busy`: what is being written. `undo` and `redo`: the last change of the file that
    can be taken back or done again.
    """

    path: str = ""
    total: int = 0
    order: Sequence[int] = field(default_factory=lambda: range(0))
    loading: bool = False
    fraction: float = 0.0
    words: str = ""
    column: str = ""
    descending: bool = False
    busy: Text = NOTHING
    undo: Text = NOTHING
    redo: Text = NOTHING
    judged: bool = False  # whether accuracies are known
    title: Text = NOTHING  # of a list that is no file: what was searched for

    @property
    def listed(self) -> bool:
        """Whether there is a list at all."""
        return bool(self.path or self.title)

    @property
    def everything(self) -> bool:
        """Whether all games are shown, in the order of the file."""
        return not self.words and not self.column


@dataclass(frozen=True)
class FileGame:
    """A game that was read from a file: its number from 0, the bytes that stand there, and what they mean. `ply`: the half
    move of its main line that is shown first. `title`: of its tab, where neither names nor a file give one."""

    path: str
    number: int
    content: bytes
    game: PgnGame
    ply: int = 0
    title: Text = NOTHING
