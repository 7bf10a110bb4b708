"""The user's books: listed, ordered, switched on and off, imported, built from games, written out; in the background."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from desktop.model.book.books_dialog import BuildWish, ShelfNews, ShelfState
from desktop.services.book import books_work as shelf_work
from desktop.services.kit.service import Service
from desktop.services.kit.tasks import Worker
from engine.text import NOTHING, Text

if TYPE_CHECKING:
    from books.choice.library import Library

TICK_MS = 150


class ShelfService(Service):
    """One piece of work at a time; stopping it leaves nothing half done."""

    changed = Signal(object)  # ShelfState
    book_changed = Signal()  # what the engine plays from is another than before

    def __init__(self, open_library: Callable[[], Library], parent: QObject | None = None) -> None:
        """`open_library` is called on the shelf's thread."""
        super().__init__(parent)
        self._open = open_library
        self._state = ShelfState()
        self._stopped = threading.Event()
        self._far = (0, 0)
        self._worker = Worker("ratsu-shelf", self, close_ms=2_000)
        self._tick = QTimer(self)
        self._tick.setInterval(TICK_MS)
        self._tick.timeout.connect(self._look)

    @property
    def state(self) -> ShelfState:
        """What is shown now."""
        return self._state

    @Slot()
    def refresh(self) -> None:
        """Reads the list."""
        self._worker.submit(partial(shelf_work.listed, self._open), self._listed, self._fail)

    def arrange(self, order: Sequence[tuple[Path, bool]]) -> None:
        """Sets the order of the books, and which are active."""
        self._worker.submit(partial(shelf_work.arrange, self._open, tuple(order)), self._arranged, self._fail)

    def add(self, path: Path) -> None:
        """Adds a book file, of ours or of another program."""
        self._begin(path.name, partial(shelf_work.add, self._open, path, self._progress))

    def build(self, wish: BuildWish) -> None:
        """Builds a book from games and adds it."""
        self._begin(wish.title or wish.games[0].name, partial(shelf_work.build, self._open, wish, self._progress))

    def switch(self, layer: str, active: bool) -> None:
        """Looks into a layer of its own (`user`, `learned`, `shipped`), or not."""
        self._worker.submit(partial(shelf_work.switch, self._open, layer, active), self._arranged, self._fail)

    def write(self, path: Path, only: Path | None = None) -> None:
        """Writes all active books, joined, or `only` one of them, into a file for other programs."""
        self._begin(path.name, partial(shelf_work.write, self._open, path, only, self._progress))

    @Slot()
    def stop(self) -> None:
        """Stops what is being done; nothing is kept of it."""
        self._stopped.set()

    def close(self) -> bool:
        """Stops, and ends the thread. Returns whether it ended in time."""
        self._stopped.set()
        return super().close()

    # -- inside

    def _begin(self, what: str, job: Callable[[], ShelfNews]) -> None:
        if self._state.busy:
            return
        self._stopped.clear()
        self._far = (0, 0)
        self._set(ShelfState(self._state.rows, self._state.layers, what))
        self._worker.submit(job, self._done, self._fail)
        self._tick.start()

    def _progress(self, done: int, total: int) -> bool:
        """On the shelf's thread."""
        self._far = (done, total)
        return not self._stopped.is_set()

    @Slot()
    def _look(self) -> None:
        done, total = self._far
        self._set(replace(self._state, fraction=min(1.0, done / total) if total else None))

    def _done(self, news: ShelfNews) -> None:
        self._tick.stop()
        self._set(ShelfState(self._state.rows, self._state.layers, news=news))
        self.refresh()
        self.book_changed.emit()

    def _listed(self, found: shelf_work.Listed) -> None:
        self._set(replace(self._state, rows=found[0], layers=found[1]))

    def _arranged(self, found: shelf_work.Listed) -> None:
        self._set(replace(self._state, rows=found[0], layers=found[1], problem=NOTHING))
        self.book_changed.emit()

    def _fail(self, problem: Text) -> None:
        self._tick.stop()
        self._set(ShelfState(self._state.rows, self._state.layers, problem=problem))

    def _set(self, state: ShelfState) -> None:
        if state != self._state:
            self._state = state
            self.changed.emit(state)
