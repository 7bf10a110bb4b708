"""The list of a file's games: frozen values from the reading service to the table."""

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
CHAPTER, COMMENT, BOTTOM = "Chapter", "Comment", "Orientation"  # of the chapters of a study
WHITE_ACCURACY, BLACK_ACCURACY = "WhiteAccuracy", "BlackAccuracy"  # of games in a collection that were reviewed
LABELS = "Labels"  # that the user gave to games of a collection


@dataclass(frozen=True)
class ListState:
    """The present list.

    `order`: the games shown, by their number in the file, from 0. `total`: the number listed so far. `fraction`: the
    part of the file that was read, 0..1. `words`: the search; `column` and `descending`: the order (an empty column:
    the file's). `busy`: what is being written. `undo` and `redo`: the change of the file to undo or redo. `study`: the
    study whose chapters are listed. `empty`: headers that no game has.
    """

    path: str = ""
    total: int = 0
    order: Sequence[int] = field(default_factory=lambda: range(0))
    loading: bool = False
    fraction: float = 0.0
    words: str = ""
    column: str = ""
    descending: bool = False
    arranging: bool = False  # the order of these words and column is not found yet
    busy: Text = NOTHING
    undo: Text = NOTHING
    redo: Text = NOTHING
    judged: bool = False  # whether accuracies are known
    labelled: bool = False  # whether games have labels
    study: str = ""
    empty: frozenset[str] = frozenset()
    title: Text = NOTHING  # of a list that is not a file: the search
    collection: str = ""  # the path of the collection whose games are listed
    binned: bool = False  # its deleted games are listed

    @property
    def listed(self) -> bool:
        return bool(self.path or self.title)

    @property
    def home(self) -> str:
        return self.path or self.collection

    @property
    def settled(self) -> bool:
        """Whether all games are read and nothing is being written, so that the games may be changed."""
        return not self.loading and not self.busy

    @property
    def everything(self) -> bool:
        """Whether all games are shown, in the order of the file."""
        return not self.words and not self.column


@dataclass(frozen=True)
class FileGame:
    """A game read from a file: its number from 0, its bytes, and the parsed game. `ply`: the half move of its main line
    that is shown first; `node`: the node that is shown first, 0: none. `title`: of its tab, if it has no names and no
    file. `collected`: the file is a collection, and the number the game's own there.
    """

    path: str
    number: int
    content: bytes
    game: PgnGame
    ply: int = 0
    node: int = 0
    title: Text = NOTHING
    collected: bool = False

    @property
    def shown_number(self) -> int:
        return self.number if self.collected else self.number + 1
