"""What the thread of the check does."""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from desktop.model.book.health import FindingRow, HealthWish
from engine.game.stopper import Stopper

if TYPE_CHECKING:
    from books.choice.library import Library
    from books.repertoire.doctor import Finding
    from books.repertoire.health import Report
    from books.repertoire.shown import Repertoire

_LOW_PRIORITY = 15  # as `nice`: the window and a game go first


class HealthWork:
    """`so_far` is called from any thread, the rest on the thread of the check."""

    def __init__(self, open_library: Callable[[], Library], nodes: int) -> None:
        self._open = open_library
        self.nodes = nodes
        self._lock = threading.Lock()
        self._report: Report | None = None
        self._repaired: frozenset[int] = frozenset()
        self._undone: frozenset[int] = frozenset()  # lessons

    @property
    def so_far(self) -> tuple[int, int, tuple[FindingRow, ...], int, bool]:
        """When the check began, positions looked at, what was found, moves that were not judged, and whether its searches were
        too short to change anything."""
        with self._lock:
            report = self._report
        if report is None:
            return 0, 0, (), 0, False
        rows = tuple(self._row(number, finding) for number, finding in enumerate(report.findings))
        return report.started, report.positions, rows, report.passed, report.proposes

    def open_last(self) -> tuple[tuple[int, str], ...]:
        """Reads the last report. Returns the repertoires that can be checked. Raises RatsuError."""
        from books.repertoire.health import last_report, undone

        library = self._open()
        report = last_report(library.user.path.parent) if library.user is not None else None
        self._set(report)
        if report is not None:
            self._undone = undone(library, report)
        return tuple((kept.id, kept.name) for kept in _repertoires(library))

    def check(self, wish: HealthWish, stopper: Stopper, progress: Callable[[int, int], bool]) -> bool:
        """Checks until it is stopped. Returns whether it came to its end. Raises RatsuError."""
        from books.errors import CancelledError
        from books.learning.verdicts import CERTAIN_NODES
        from engine.play.book.health import Check, check

        library = self._open()
        self._set(None)
        task = Check(
            repertoire=next((kept for kept in _repertoires(library) if kept.id == wish.repertoire), None),
            own=wish.own,
            positions=wish.positions or None,
            engine=wish.engine,
            nodes=self.nodes or CERTAIN_NODES,
            minutes=wish.minutes or None,
        )
        try:
            with _low_priority():
                for report in check(library, task, stopper, progress):
                    self._set(report)
        except CancelledError:
            return False
        return True

    def repair(self, numbers: frozenset[int]) -> None:
        """Writes the flags that findings propose into the user's book. Raises RatsuError."""
        from engine.play.book.health import repair

        if self._report is not None:
            repair(self._open(), [self._report.findings[number] for number in numbers])
            self._repaired |= numbers

    def undo(self, numbers: tuple[int, ...]) -> None:
        """Takes the changes of these findings back; of all with every value, where none is named. Raises RatsuError."""
        from books.repertoire.health import undo, undone

        if self._report is not None:
            undo(self._open(), self._report, numbers)
            self._undone = undone(self._open(), self._report)

    def _set(self, report: Report | None) -> None:
        with self._lock:
            if report is None or self._report is None or report.started != self._report.started:
                self._repaired = self._undone = frozenset()
            self._report = report

    def _row(self, number: int, finding: Finding) -> FindingRow:
        return FindingRow(
            number,
            finding.problem.value,
            finding.reason,
            finding.fen,
            finding.move.uci() if finding.move else "",
            finding.proposal.symbol if finding.proposal is not None else None,
            finding.lesson is not None,
            finding.lesson in self._undone,
            number in self._repaired,
        )


def _repertoires(library: Library) -> list[Repertoire]:
    from books.repertoire.store import RepertoireStore

    return RepertoireStore(library).all() if library.user is not None and library.user.writable else []


@contextmanager
def _low_priority() -> Iterator[None]:
    """Lowers this thread alone while it checks, where the system can."""
    with contextlib.suppress(OSError, AttributeError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _LOW_PRIORITY)
    yield
