"""Searches of collections that the user saved under names, with undo."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from books.collection.listing.saved_searches import SavedSearches
from desktop.services.kit.guarded_file import GuardedFile
from desktop.services.kit.service import StateService
from engine.ground.errors import RatsuError
from engine.ground.saved_file import SavedFile

if TYPE_CHECKING:
    from collections.abc import Callable

    from books.collection.query import Query


class SavedSearchService(StateService[SavedSearches]):
    """The saved searches. The command line reads and the window changes their file."""

    def __init__(self, path: Path | None) -> None:
        """`path` None: they are saved for this run only."""
        super().__init__(SavedSearches())
        self._file = GuardedFile(path)
        self._saved = SavedFile(path, self._read, self._write)
        self._before: SavedSearches | None = None

    def refresh(self) -> None:
        """Reads the file, if another program has changed it."""
        self._set(self._saved.value())

    @property
    def can_undo(self) -> bool:
        return self._before is not None

    def save(self, name: str, query: Query) -> bool:
        """Saves a search, in place of one of the same name. Returns whether that succeeded."""
        return self._change(lambda saved: saved.with_search(name, query))

    def delete(self, name: str) -> None:
        self._change(lambda saved: saved.without(name))

    def undo(self) -> None:
        """Restores what the last change replaced or deleted; once more: repeats the change."""
        before = self._before
        if before is not None:
            self._change(lambda _saved: before)

    def _change(self, change: Callable[[SavedSearches], SavedSearches]) -> bool:
        before = self._saved.value()
        try:
            self._set(self._saved.change(change))
        except RatsuError as error:
            self._tell_error(error.text)
            return False
        self._before = before
        return True

    def _read(self) -> SavedSearches:
        found = self._file.read(SavedSearches.of_content, self.state if self._file.path is None else SavedSearches())
        if problem := self._file.take_problem():
            self._tell_error(problem)
        return found

    def _write(self, saved: SavedSearches) -> None:
        if self._file.path is not None:
            self._file.write(saved.content)
