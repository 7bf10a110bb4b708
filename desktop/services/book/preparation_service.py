"""Preparing for an opponent, in the background."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from desktop.model.book.preparation import KeptBook, PreparationState, PreparationWish
from desktop.services.book.preparation_work import PreparationWork
from desktop.services.kit.service import Service
from desktop.services.kit.tasks import Worker
from engine.text import NOTHING, Text

if TYPE_CHECKING:
    from books.choice.library import Library

T = TypeVar("T")
TICK_MS = 150


class PreparationService(Service):
    """One piece of work at a time; stopping it leaves nothing half done."""

    changed = Signal(object)  # PreparationState
    book_changed = Signal()  # a book of moves to steer by came or went
    sparring = Signal(object)  # SparringGame: it can begin

    def __init__(self, open_library: Callable[[], Library], parent: QObject | None = None) -> None:
        """`open_library` is called on the service's thread."""
        super().__init__(parent)
        self._work = PreparationWork(open_library)
        self._state = PreparationState()
        self._stopped = threading.Event()
        self._far = (0, 0)
        self._worker = Worker("ratsu-preparation", self, close_ms=2_000)
        self._tick = QTimer(self)
        self._tick.setInterval(TICK_MS)
        self._tick.timeout.connect(self._look)

    @property
    def state(self) -> PreparationState:
        """What is shown now."""
        return self._state

    @Slot()
    def refresh(self) -> None:
        """Lists the books that were kept."""
        self._worker.submit(self._work.kept, self._listed, self._fail)

    def prepare(self, wish: PreparationWish) -> None:
        """Reads the games and finds where to lead the opponent."""
        if not self._state.running:
            self._set(PreparationState(name=wish.name, kept=self._state.kept))
            self._begin(partial(self._work.prepare, wish, self._progress), self._set_found)

    def keep(self) -> None:
        """Keeps the lines as a book of the user's."""
        self._begin(self._work.keep, self._kept)

    def remove(self, path: Path) -> None:
        """Removes such a book."""
        self._begin(partial(self._work.remove, path), self._removed)

    def spar(self, white: bool) -> None:
        """Writes the opponent's openings; `sparring` says when a game against them can begin. `white`: I have White."""
        self._begin(partial(self._work.spar, white), self._sparred)

    @Slot()
    def stop(self) -> None:
        """Stops reading; nothing is kept of it."""
        self._stopped.set()

    def close(self) -> bool:
        """Stops, and ends the thread. Returns whether it ended in time."""
        self._stopped.set()
        return super().close()

    # -- inside

    def _begin(self, job: Callable[[], T], on_done: Callable[[T], None]) -> None:
        if self._state.running:
            return
        self._stopped.clear()
        self._far = (0, 0)
        self._set(replace(self._state, running=True, fraction=None, saved="", problem=NOTHING))
        self._worker.submit(job, on_done, self._fail)
        self._tick.start()

    def _progress(self, done: int, total: int) -> bool:
        """On the service's thread."""
        self._far = (done, total)
        return not self._stopped.is_set()

    @Slot()
    def _look(self) -> None:
        done, total = self._far
        self._set(replace(self._state, fraction=min(1.0, done / total) if total else None))

    def _set_found(self, found: PreparationState) -> None:
        self._tick.stop()
        self._set(found)

    def _listed(self, kept: tuple[KeptBook, ...]) -> None:
        self._set(replace(self._state, kept=kept))

    def _kept(self, found: tuple[tuple[KeptBook, ...], str]) -> None:
        kept, title = found
        self._end(replace(self._state, kept=kept, saved=title))
        self.book_changed.emit()

    def _removed(self, kept: tuple[KeptBook, ...]) -> None:
        self._end(replace(self._state, kept=kept))
        self.book_changed.emit()

    def _sparred(self, game: object) -> None:
        self._end(self._state)
        self.sparring.emit(game)

    def _fail(self, problem: Text) -> None:
        self._end(replace(self._state, problem=problem))

    def _end(self, state: PreparationState) -> None:
        self._tick.stop()
        self._set(replace(state, running=False, fraction=None))

    def _set(self, state: PreparationState) -> None:
        if state != self._state:
            self._state = state
            self.changed.emit(state)
