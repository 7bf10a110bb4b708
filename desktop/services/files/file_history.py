"""Undo and redo of the changes made to the user's PGN files and collection since the program started."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from engine.ground.text import NOTHING, Text

if TYPE_CHECKING:
    from books.collection.labels import LabelChange
    from books.collection.stored_games import StoredChange
    from desktop.services.files.collection_changes import Transfer
    from engine.pgn.edit import EditUndo

    GamesUndo = EditUndo | StoredChange | LabelChange | Transfer

MOST_STEPS = 50  # for each file
MOST_BYTES = 256 << 20  # for all files together


class FileChange(NamedTuple):
    """One change: how to reverse it, and its description."""

    change: GamesUndo
    words: Text


class FileHistory:
    """The changes of each file, by path. A change can only be reversed if the file is as the change before it left it:
    the writer checks, and `dropped` forgets a history that no longer fits.
    """

    def __init__(self) -> None:
        self._back: dict[str, list[FileChange]] = {}
        self._forth: dict[str, list[FileChange]] = {}

    def note(self, path: str, change: GamesUndo | None, words: Text) -> None:
        """Notes a change of a file. A change that cannot be reversed (None) clears the file's history."""
        self._forth.pop(path, None)
        if change is None:
            self._back.pop(path, None)
            return
        steps = self._back.setdefault(path, [])
        steps.append(FileChange(change, words))
        del steps[:-MOST_STEPS]
        while len(steps) > 1 and self._size() > MOST_BYTES:
            del steps[0]

    def last(self, path: str, back: bool) -> FileChange | None:
        """The change that undo or redo would reverse."""
        steps = (self._back if back else self._forth).get(path)
        return steps[-1] if steps else None

    def words(self, path: str, back: bool) -> Text:
        """The description of the change that undo or redo would reverse, or nothing."""
        step = self.last(path, back)
        return step.words if step is not None else NOTHING

    def taken(self, path: str, back: bool, inverse: GamesUndo | None) -> None:
        """Notes that the last change was undone or redone; `inverse` reverses that."""
        here, there = (self._back, self._forth) if back else (self._forth, self._back)
        step = here[path].pop()
        if inverse is None:
            self.dropped(path)
            return
        there.setdefault(path, []).append(FileChange(inverse, step.words))
        for steps in (here.get(path), there[path][:-1]):
            if steps:  # the file is as this one has left it, but written again
                steps[-1] = FileChange(steps[-1].change.rebased(inverse), steps[-1].words)

    def dropped(self, path: str) -> None:
        """Forgets the history of a file that another program replaced."""
        self._back.pop(path, None)
        self._forth.pop(path, None)

    def _size(self) -> int:
        return sum(step.change.size for steps in self._back.values() for step in steps)
