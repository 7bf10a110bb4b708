"""Preparing for an opponent, in the background."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject, Signal, Slot

from desktop.model.book.preparation import KeptBook, PreparationState, PreparationWish
from desktop.services.book.preparation_work import PreparationWork
from desktop.services.kit.long_work import LongWork
from desktop.services.kit.service import StateService
from engine.ground.text import NOTHING, Text

if TYPE_CHECKING:
    from books.choice.library import Library

T = TypeVar("T")


class PreparationService(StateService[PreparationState]):
    """One piece of work at a time; stopping it leaves nothing half done."""

    book_changed = Signal()  # a book of moves to steer by came or went
    sparring = Signal(object)  # SparringGame: it can begin

    def __init__(self, open_library: Callable[[], Library], parent: QObject | None = None) -> None:
        """`open_library` is called on the service's thread."""
        super().__init__(PreparationState(), parent)
        self._work = PreparationWork(open_library)
        self._long = LongWork("ratsu-preparation", self)
        self._long.far.connect(self._look)

    @Slot()
    def refresh(self) -> None:
        """Lists the books that were kept."""
        self._long.submit(self._work.kept, self._listed, self._fail)

    def prepare(self, wish: PreparationWish) -> None:
        """Reads the games and finds where to lead the opponent."""
        if not self._state.running:
            self._set(PreparationState(name=wish.name, kept=self._state.kept))
            self._begin(partial(self._work.prepare, wish, self._long.progress), self._set_found)

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
        self._long.stop()

    def close(self) -> bool:
        """Stops, and ends the thread. Returns whether it ended in time."""
        self._long.stop()
        return super().close()

    # -- inside

    def _begin(self, job: Callable[[], T], on_done: Callable[[T], None]) -> None:
        if self._state.running:
            return
        self._set(replace(self._state, running=True, fraction=None, saved="", problem=NOTHING))
        self._long.begin(job, on_done, self._fail)

    @Slot(object)
    def _look(self, fraction: float | None) -> None:
        self._set(replace(self._state, fraction=fraction))

    def _set_found(self, found: PreparationState) -> None:
        self._long.end()
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
        self._long.end()
        self._set(replace(state, running=False, fraction=None))
