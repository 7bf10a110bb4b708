"""The book doctor: examines the book in the background, shows what it finds as it finds it, repairs what the user says."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from desktop.model.book.doctor import DoctorPhase, DoctorState, DoctorWish
from desktop.services.book.doctor_work import DoctorWork
from desktop.services.kit.service import Service
from desktop.services.kit.tasks import Worker
from engine.game.stopper import Stopper
from engine.text import Text

if TYPE_CHECKING:
    from books.choice.library import Library

TICK_MS = 150
NODES = 200_000


class DoctorService(Service):
    """One examination at a time. Stopping keeps what was found; what was searched is remembered for the next time."""

    changed = Signal(object)  # DoctorState
    book_changed = Signal()  # flags were written

    def __init__(self, open_library: Callable[[], Library], parent: QObject | None = None, nodes: int = NODES) -> None:
        """`open_library` is called on the doctor's thread; `nodes` is how long each position is searched."""
        super().__init__(parent)
        self._work = DoctorWork(open_library, nodes)
        self._state = DoctorState()
        self._stopper = Stopper()  # of the last examination
        self._worker = Worker("ratsu-doctor", self, close_ms=2_000)
        self._tick = QTimer(self)
        self._tick.setInterval(TICK_MS)
        self._tick.timeout.connect(self._look)

    @property
    def state(self) -> DoctorState:
        """The examination as it is."""
        return self._state

    def start(self, wish: DoctorWish) -> None:
        """Begins an examination; nothing where one runs."""
        if self._state.phase is DoctorPhase.RUNNING:
            return
        self._set(DoctorState(DoctorPhase.RUNNING, total=wish.positions))
        self._work.begin()
        self._stopper = Stopper()
        self._worker.submit(partial(self._work.examine, wish, self._stopper), self._ended, self._fail)
        self._tick.start()

    @Slot()
    def stop(self) -> None:
        """Stops the examination within a moment."""
        self._stopper.stop()

    def repair(self, *numbers: int) -> None:
        """Gives the moves of these findings the flags that are proposed: one edit of the user's book."""
        self._worker.submit(partial(self._work.repair, frozenset(numbers)), self._repaired, self._fail)

    def close(self) -> bool:
        """Stops, and ends the thread. Returns whether it ended in time."""
        self._stopper.stop()
        return super().close()

    # -- inside

    @Slot()
    def _look(self) -> None:
        """How far it is, while it runs."""
        done, rows = self._work.so_far
        self._set(replace(self._state, done=done, rows=rows))

    def _ended(self, whole: bool) -> None:
        self._tick.stop()
        self._look()
        self._set(replace(self._state, phase=DoctorPhase.DONE if whole else DoctorPhase.STOPPED))

    def _repaired(self, _nothing: None) -> None:
        self._look()
        self.book_changed.emit()

    def _fail(self, problem: Text) -> None:
        self._tick.stop()
        phase = DoctorPhase.STOPPED if self._state.phase is DoctorPhase.RUNNING else self._state.phase
        self._set(replace(self._state, phase=phase, problem=problem))

    def _set(self, state: DoctorState) -> None:
        if state != self._state:
            self._state = state
            self.changed.emit(state)
