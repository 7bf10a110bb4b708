"""The check of the book in the background, with repairs and their undo."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot

from desktop.services.kit.job_service import JobService
from engine.ground.machine import lower_priority

if TYPE_CHECKING:
    from books.choice.library import Library
    from books.repertoire.book_check import BookFinding
    from books.repertoire.check_report import CheckReport
    from engine.jobs.health import HealthRequest
    from engine.jobs.job import Context

_LOW_PRIORITY = 15  # as `nice`: the window and a game go first


class HealthService(JobService["HealthRequest", "CheckReport"]):
    """Runs one check at a time. A stopped check keeps its findings, and its searches are remembered for the next time."""

    book_changed = Signal()  # flags were written, learned or taken back

    def __init__(self, open_library: Callable[[], Library]) -> None:
        """`open_library` is called on the check's thread."""
        super().__init__("health", open_library)
        self._open = open_library
        self.repertoires: tuple[tuple[int, str], ...] = ()  # number, name

    @Slot()
    def refresh(self) -> None:
        """Reads the last report and the repertoires, unless a check is running."""
        if not self.state.running:
            self.submit(self._read, self._opened)

    def repair(self, *numbers: int) -> None:
        """Sets the proposed flags for the moves of these findings, as one edit of the user's book."""
        wrong = [self.state.last.findings[number] for number in numbers] if self.state.last is not None else []
        self.submit(partial(self._repair, wrong), partial(self._repaired, numbers))

    def learn(self) -> None:
        """Learns what the last check found, and stores its values. Each change can be undone."""
        from engine.jobs.health import confirmed

        if self.state.last is not None and not self.state.running:
            self.begin(confirmed(self.state.last))

    def undo(self, *numbers: int) -> None:
        """Undoes the changes of these findings; without a number, all changes by the check."""
        self.submit(partial(self._undo, self.state.last, numbers), self._undone)

    def _opened(self, found: tuple[CheckReport | None, frozenset[int], tuple[tuple[int, str], ...]]) -> None:
        report, undone, self.repertoires = found
        known = self.state.last
        if report is not None and not self.state.running:
            self._amend(report if known is None or known.started != report.started else known)
            self._mark(lambda _, finding: replace(finding, undone=finding.lesson in undone))
        self.changed.emit(self.state)  # the repertoires are not part of the state

    def _repaired(self, numbers: Collection[int], _nothing: None) -> None:
        self._mark(lambda number, finding: replace(finding, repaired=finding.repaired or number in numbers))
        self.book_changed.emit()

    def _undone(self, lessons: frozenset[int]) -> None:
        self._mark(lambda _, finding: replace(finding, undone=finding.lesson in lessons))
        self.book_changed.emit()

    def _mark(self, mark: Callable[[int, BookFinding], BookFinding]) -> None:
        report = self.state.last
        if report is not None and not self.state.running:
            self._amend(replace(report, findings=tuple(mark(*pair) for pair in enumerate(report.findings))))

    def _ended(self, nothing: None) -> None:
        super()._ended(nothing)
        if self.state.last is not None and self.state.last.learned:
            self.book_changed.emit()

    # -- on the thread

    def _run(self, request: HealthRequest, rows: list[CheckReport], context: Context) -> None:
        lower_priority(_LOW_PRIORITY)
        super()._run(request, rows, context)

    def _read(self) -> tuple[CheckReport | None, frozenset[int], tuple[tuple[int, str], ...]]:
        from books.repertoire.check_report import last_report, undone
        from books.repertoire.store import RepertoireStore

        library = self._open()
        report = last_report(library.user.path.parent) if library.user is not None else None
        there = library.user is not None and library.user.writable
        kept = RepertoireStore(library).all() if there else []
        lessons = undone(library, report) if report is not None else frozenset()
        return report, lessons, tuple((one.id, one.name) for one in kept)

    def _repair(self, wrong: list[BookFinding]) -> None:
        from books.repertoire.check_report import repair

        if wrong:
            repair(self._open(), wrong)

    def _undo(self, report: CheckReport | None, numbers: tuple[int, ...]) -> frozenset[int]:
        from books.repertoire.check_report import undo, undone

        if report is None:
            return frozenset()
        undo(self._open(), report, numbers)
        return undone(self._open(), report)
