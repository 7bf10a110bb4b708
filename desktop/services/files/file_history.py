"""What was changed in the user's PGN files and collection since the program began: it can be taken back and done again."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from engine.ground.text import NOTHING, Text

if TYPE_CHECKING:
    from books.collection.retagging import Retagging
    from engine.pgn.edit import Change

MOST_STEPS = 50  # for each file
MOST_BYTES = 256 << 20  # for all files together


class Step(NamedTuple):
    """A change's way back, and what was done."""

    change: Change | Retagging
    words: Text


class FileHistory:
    """Steps of each file, by its path. A step can only be taken where the file is as the step before has left it: the
    writer looks, and `dropped` forgets what no longer fits.
    """

    def __init__(self) -> None:
        self._back: dict[str, list[Step]] = {}
        self._forth: dict[str, list[Step]] = {}

    def note(self, path: str, change: Change | Retagging | None, words: Text) -> None:
        """A file was changed. Without a way back, what was done before cannot be taken back either."""
        self._forth.pop(path, None)
        if change is None:
            self._back.pop(path, None)
            return
        steps = self._back.setdefault(path, [])
        steps.append(Step(change, words))
        del steps[:-MOST_STEPS]
        while len(steps) > 1 and self._size() > MOST_BYTES:
            del steps[0]

    def last(self, path: str, back: bool) -> Step | None:
        """What would be taken back, or done again."""
        steps = (self._back if back else self._forth).get(path)
        return steps[-1] if steps else None

    def words(self, path: str, back: bool) -> Text:
        """What `last` would take back, or do again; nothing where there is none."""
        step = self.last(path, back)
        return step.words if step is not None else NOTHING

    def taken(self, path: str, back: bool, inverse: Change | Retagging | None) -> None:
        """The last step was taken back (or done again); `inverse` is its way back."""
        here, there = (self._back, self._forth) if back else (self._forth, self._back)
        step = here[path].pop()
        if inverse is None:
            self.dropped(path)
            return
        there.setdefault(path, []).append(Step(inverse, step.words))
        for steps in (here.get(path), there[path][:-1]):
            if steps:  # the file is as this one has left it, but written again
                steps[-1] = Step(steps[-1].change.behind(inverse), steps[-1].words)

    def dropped(self, path: str) -> None:
        """The file is another one now."""
        self._back.pop(path, None)
        self._forth.pop(path, None)

    def _size(self) -> int:
        return sum(step.change.size for steps in self._back.values() for step in steps)
