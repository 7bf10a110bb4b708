"""Preparation against an opponent in the background; saves the lines as a book, and prepares sparring games."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot

from desktop.services.kit.job_service import JobService
from engine.ground.errors import RatsuError
from engine.ground.values import dataclass

if TYPE_CHECKING:
    from books.choice.library import Library
    from engine.jobs.preparation import Preparation, PreparationRequest

Kept = list[tuple[Path, str, date]]  # file, title, day


@dataclass(frozen=True)
class SparringGame:
    """A sparring game against an opponent's openings: their file, the opponent's rating (None: unknown), and the user's
    side.
    """

    book: Path
    rating: int | None
    white: bool


class PreparationService(JobService["PreparationRequest", "Preparation"]):
    """Prepares against one opponent at a time; a stopped job leaves no partial result."""

    book_changed = Signal()  # a book of moves to steer by came or went
    sparring = Signal(object)  # SparringGame: it can begin

    def __init__(self, open_library: Callable[[], Library], indexes: Path | None = None) -> None:
        """`open_library` is called on the service's thread; `indexes`: the folder of the explorer's indexes of files (None:
        a temporary one)."""
        super().__init__("preparation", open_library)
        self._open, self._indexes = open_library, indexes
        self._temporary: TemporaryDirectory[str] | None = None
        self.kept: Kept = []  # the books of moves to steer by
        self.saved = ""  # the title of the book that was just saved

    @property
    def indexes(self) -> Path:
        """The folder of the explorer's indexes of files."""
        if self._indexes is None:
            self._temporary = TemporaryDirectory(prefix="ratsu-")
            self._indexes = Path(self._temporary.name)
        return self._indexes

    def close(self) -> bool:
        """Ends the thread, and removes temporary indexes. Returns whether it ended in time."""
        ended = super().close()
        if self._temporary is not None and ended:
            self._temporary.cleanup()
        return ended

    @Slot()
    def refresh(self) -> None:
        self.submit(self._prepared, self._listed)

    def begin(self, request: PreparationRequest) -> None:
        """Reads the games and finds lines to lead the opponent into."""
        self.saved = ""
        super().begin(request)

    def keep(self) -> None:
        self.submit(partial(self._keep, self.state.last), self._changed)

    def remove(self, path: Path) -> None:
        self.submit(partial(self._remove, path), self._changed)

    def spar(self, white: bool) -> None:
        """Writes the opponent's openings to a file; `sparring` is emitted once a game can start. `white`: the user has
        White.
        """
        self.submit(partial(self._spar, self.state.last, white), self.sparring.emit)

    def _listed(self, kept: Kept) -> None:
        self.kept = kept
        self.changed.emit(self.state)  # not part of the state

    def _changed(self, found: tuple[Kept, str]) -> None:
        kept, self.saved = found
        self._listed(kept)
        self.book_changed.emit()

    # -- on the thread

    def _prepared(self) -> Kept:
        from engine.jobs.preparation import prepared

        return prepared(self._open())

    def _keep(self, found: Preparation | None) -> tuple[Kept, str]:
        from engine.jobs.preparation import keep

        path = keep(self._open(), _there(found), datetime.now().astimezone().date())
        kept = self._prepared()
        return kept, next((title for other, title, _ in kept if other == path), path.stem)

    def _remove(self, path: Path) -> tuple[Kept, str]:
        from engine.jobs.preparation import remove

        remove(self._open(), path)
        return self._prepared(), ""

    def _spar(self, found: Preparation | None, white: bool) -> SparringGame:
        from engine.jobs.preparation import sparring_path, write_sparring_book

        there = _there(found)
        path = sparring_path(self._open(), there.opponent.asked)
        write_sparring_book(there, path)
        return SparringGame(path, there.opponent.rating, white)


def _there(found: Preparation | None) -> Preparation:
    if found is None:
        raise RatsuError("Prepare for an opponent first.")
    return found
