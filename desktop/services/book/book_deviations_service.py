"""The book report over many games, in the background, with additions to the book."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal

from desktop.services.kit.job_service import JobService

if TYPE_CHECKING:
    from books.choice.library import Library
    from books.repertoire.many_reports import ManyReports, RepeatedDeparture  # noqa: F401 - of the base
    from engine.jobs.habits import BookDeviationsRequest  # noqa: F401


class BookDeviationsService(JobService["BookDeviationsRequest", "ManyReports"]):
    """Reports on one file at a time."""

    book_changed = Signal()  # a move was added to the user's book

    def __init__(self, open_library: Callable[[], Library]) -> None:
        """`open_library` is called on the service's thread."""
        super().__init__("habits", open_library)
        self._open = open_library

    def add(self, number: int) -> None:
        """Adds a move that left the book to the user's book."""
        if self.state.last is not None:
            habit = self.state.last.habits[number]
            self.submit(partial(self._add, habit), partial(self._added, number))

    def _add(self, habit: RepeatedDeparture) -> None:
        self._open().add_move(habit.board, habit.move)

    def _added(self, number: int, _nothing: None) -> None:
        report = self.state.last
        if report is not None:
            habits = (replace(one, added=one.added or at == number) for at, one in enumerate(report.habits))
            self._amend(replace(report, habits=tuple(habits)))
        self.book_changed.emit()
