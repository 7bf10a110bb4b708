"""The undo of an import: its games go into the bin, the games that it completed become what they were, and its file can
be imported again."""

import sqlite3
from array import array
from collections.abc import Sequence

from books.collection.game_collection import Collection
from books.collection.indexing import index_games, join_runs
from books.collection.stored_games import StoredChange, StoredGame, compact, stored, unbin

MOST_BYTES = 64 << 20  # completed games, before and after: some 30,000
_PROGRESS = ("size", "modified_ns", "offset", "games", "added", "duplicates", "problems", "done")
SELECT_PROGRESS = f"SELECT id, {', '.join(_PROGRESS)} FROM sources"
_SET_PROGRESS = f"UPDATE sources SET {', '.join(f'{name} = ?' for name in _PROGRESS)} WHERE id = ?"


class ImportUndo:
    """Collects what one import, of one file or several, changes. The games that it adds are known by their numbers alone;
    of those that it completes it holds all, up to `MOST_BYTES`."""

    def __init__(self, collection: Collection) -> None:
        self._collection = collection
        self._added: list[range] = []
        self._returned = array("I")
        self._before: dict[int, StoredGame] = {}
        self._after: dict[int, StoredGame] = {}
        self._bytes = 0
        self._sources: dict[int, tuple[tuple[int, ...], tuple[int, ...]]] = {}  # by number: before the import, after it
        self._completed: set[int] = set()
        self._completing: set[int] = set()  # in the open transaction
        self._returning: list[int] = []

    @property
    def completed(self) -> int:
        """Number of games that were there and were completed."""
        return len(self._completed)

    @property
    def added(self) -> Sequence[int]:
        """The numbers of the games that came in, ascending; those that came back from the bin are among them."""
        numbers = array("I", self._returned)
        for part in self._added:
            numbers.extend(part)
        return compact(sorted(numbers)) if self._returned or len(self._added) > 1 else next(iter(self._added), range(0))

    @property
    def change(self) -> StoredChange | None:
        """The undo; None if nothing was changed, or if too many games were completed."""
        if self._bytes > MOST_BYTES or not (self._added or self._returned or self._completed):
            return None
        before = tuple(self._before[number] for number in self._after)
        sources = tuple(self._sources.values())
        return StoredChange(self._collection.path, before, tuple(self._after.values()), self.added, True, sources)

    def source(self, progress: tuple[int, ...]) -> None:
        """Notes the progress of a file before anything of it is written; a later call for the same file is ignored."""
        self._sources.setdefault(progress[0], (progress, progress))

    def complete(self, number: int) -> None:
        """Notes a stored game that the open transaction is about to complete."""
        if any(number in part for part in self._added):
            return
        self._completing.add(number)
        if number not in self._before and self._bytes <= MOST_BYTES:
            (game,) = stored(self._collection, [number])
            self._before[number] = game
            self._bytes += game.size

    def bring_back(self, number: int) -> None:
        """Takes a game out of the bin into which the undo of an earlier import had put it."""
        unbin(self._collection.db, [number])
        self._returning.append(number)

    @property
    def returning(self) -> int:
        """Number of games that the open transaction has taken out of the bin."""
        return len(self._returning)

    def written(self, db: sqlite3.Connection, source: int, added: range = range(0)) -> None:
        """Notes the end of the open transaction, which has read from a file and added games."""
        returned, self._returning = sorted(self._returning), []
        if returned:
            index_games(db, returned)
            join_runs(db)
            self._returned.extend(returned)
        if added and self._added and self._added[-1].stop == added.start:
            added = range(self._added.pop().start, added.stop)
        self._added += [added] if added else []
        if self._bytes <= MOST_BYTES:
            for game in stored(self._collection, sorted(self._completing)):
                self._bytes += 0 if game.number in self._after else game.size
                self._after[game.number] = game
        if self._bytes > MOST_BYTES:
            self._before.clear()
            self._after.clear()
        self._completed |= self._completing
        self._completing.clear()
        if source in self._sources:
            self._sources[source] = (self._sources[source][0], progress_of(db, source))


def progress_of(db: sqlite3.Connection, source: int) -> tuple[int, ...]:
    """Returns a row of `sources` without the path; empty if there is none."""
    row: tuple[int, ...] | None = db.execute(f"{SELECT_PROGRESS} WHERE id = ?", (source,)).fetchone()
    return row or ()


def set_progress(db: sqlite3.Connection, progress: tuple[int, ...]) -> None:
    """Writes a row of `sources` in the open transaction."""
    db.execute(_SET_PROGRESS, (*progress[1:], progress[0]))
