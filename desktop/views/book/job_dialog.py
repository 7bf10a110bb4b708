"""The base of dialogs for long jobs of the book: purpose, options, progress, findings. Closing it stops the job."""

from __future__ import annotations

from typing import Generic

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QPushButton, QWidget

from desktop.model.job import Finding, JobState, Request
from desktop.services.kit.job_service import JobService
from desktop.views.kit.buttons import Clicked, push_button
from desktop.views.kit.dialogs import Dialog, make_default
from desktop.views.kit.layouts import STRETCH, Content, in_column, in_row
from desktop.views.kit.work_parts import listing, show_status, thin_bar, wrapped


class JobDialog(Dialog, Generic[Request, Finding]):
    """A window beside the main one. A subclass makes its fields, arranges them, and calls `_follow`."""

    def __init__(
        self, job: JobService[Request, Finding], title: str, size: tuple[int, int], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent, title, size)
        self._job = job
        self.status, self.bar = wrapped(), thin_bar()
        self.stop = push_button("", job.stop)
        self.finished.connect(job.stop)  # Escape sends no close event; the findings remain for the next time

    def _begin_button(self, text: str, clicked: Clicked, width: int = 28) -> QPushButton:
        button = push_button(text, clicked)
        make_default(button, width)
        return button

    def _arrange(self, *options: Content, found: str, buttons: tuple[QPushButton, ...]) -> None:
        """Arranges the `options` above, the list `found` (its name is for screen readers) in the middle, the buttons below."""
        area, self._list = listing(found)
        self._list.addStretch(1)
        close = push_button(self.tr("Close"), self.close)
        row = in_row(*buttons, STRETCH, close, spacing=2)
        in_column(*options, self.bar, self.status, (area, 1), row, inside=self, margins=4, spacing=2)

    def _follow(self) -> None:
        self._job.changed.connect(self._update)
        self._update(self._job.state)

    @Slot(object)
    def _update(self, state: JobState[Request, Finding]) -> None:
        self.stop.setEnabled(state.running)
        self.bar.setVisible(state.running)
        self.bar.setRange(0, 1000 if state.total else 0)
        self.bar.setValue(state.per_mille)
        self._show(state)
        show_status(self.status, state.problem, self._status_text(state))

    def _show(self, state: JobState[Request, Finding]) -> None:
        """Shows the findings, and enables the fields that may be changed."""
        raise NotImplementedError

    def _status_text(self, state: JobState[Request, Finding]) -> str:
        raise NotImplementedError
