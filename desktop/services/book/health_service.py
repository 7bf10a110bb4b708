"""The check of the book: in the background, shows what it finds as it finds it, repairs and takes back what the user says."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from desktop.model.book.health import HealthPhase, HealthState, HealthWish
from desktop.services.book.health_work import HealthWork
from desktop.services.kit.long_work import LongWork
from desktop.services.kit.service import StateService
from engine.game.stopper import Stopper
from engine.ground.text import NOTHING, Text

if TYPE_CHECKING:
    from books.choice.library import Library


class HealthService(StateService[HealthState]):
    """One check at a time. Stopping keeps what was found; what was searched is remembered for the next time."""

    book_changed = Signal()  # flags were written, learned or taken back

    def __init__(self, open_library: Callable[[], Library], parent: QObject | None = None, nodes: int = 0) -> None:
        """`open_library` is called on the thread of the check. `nodes` prove a mistake; 0: as many as the command line takes."""
        super().__init__(HealthState(), parent)
        self._work = HealthWork(open_library, nodes)
        self._stopper = Stopper()  # of the last check
        self._long = LongWork("ratsu-health", self, finish=True)  # no repair is lost
        self._long.far.connect(self._look)

    @Slot()
    def refresh(self) -> None:
        """Reads the last report and the repertoires, unless a check runs."""
        if self._state.phase is not HealthPhase.RUNNING:
            self._long.submit(self._work.open_last, self._opened, self._fail)

    def start(self, wish: HealthWish) -> None:
        """Begins a check; nothing where one runs."""
        if self._state.phase is HealthPhase.RUNNING:
            return
        self._set(HealthState(HealthPhase.RUNNING, total=wish.positions, repertoires=self._state.repertoires))
        self._stopper = Stopper()
        self._long.begin(partial(self._work.check, wish, self._stopper, self._long.progress), self._ended, self._fail)

    @Slot()
    def stop(self) -> None:
        """Stops the check within a moment."""
        self._stopper.stop()
        self._long.stop()

    def repair(self, *numbers: int) -> None:
        """Gives the moves of these findings the flags that are proposed: one edit of the user's book."""
        self._long.submit(partial(self._work.repair, frozenset(numbers)), self._written, self._fail)

    def undo(self, *numbers: int) -> None:
        """Takes back what these findings changed; without a number, everything that the check learned."""
        self._long.submit(partial(self._work.undo, numbers), self._written, self._fail)

    def close(self) -> bool:
        """Stops, and ends the thread. Returns whether it ended in time."""
        self.stop()
        return super().close()

    # -- inside

    @Slot(object)
    def _look(self, _far: float | None = None) -> None:
        """How far it is, while it runs."""
        started, done, rows, passed, proposes = self._work.so_far
        self._set(replace(self._state, started=started, done=done, rows=rows, passed=passed, proposes=proposes))

    def _opened(self, repertoires: tuple[tuple[int, str], ...]) -> None:
        self._set(replace(self._state, repertoires=repertoires, problem=NOTHING))
        self._look()

    def _ended(self, whole: bool) -> None:
        self._long.end()
        self._look()
        self._set(replace(self._state, phase=HealthPhase.DONE if whole else HealthPhase.STOPPED))
        if self._state.learned:
            self.book_changed.emit()

    def _written(self, _nothing: None) -> None:
        self._look()
        self.book_changed.emit()

    def _fail(self, problem: Text) -> None:
        self._long.end()
        phase = HealthPhase.STOPPED if self._state.phase is HealthPhase.RUNNING else self._state.phase
        self._set(replace(self._state, phase=phase, problem=problem))
