"""The card of a job: description, progress and buttons."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QSizePolicy, QToolButton, QWidget

from desktop.services.night.night_service import NightService
from desktop.views.kit import theme
from desktop.views.kit.buttons import icon_button, push_button
from desktop.views.kit.foreign_text import ForeignText
from desktop.views.kit.icons import icon
from desktop.views.kit.layouts import in_column, in_row
from desktop.views.kit.messages import plain_label
from desktop.views.kit.work_parts import thin_bar
from desktop.views.night.night_words import kind_text, progress
from engine.night.values import NightJob, NightJobState


class JobCard(QFrame):
    """A click on the card shows the report. A card exists as long as its job is listed, so that its buttons do not lose the
    focus."""

    chosen = Signal(int)

    def __init__(self, job: NightJob, service: NightService, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._job, self._service, self._title = job, service, ""
        self.setProperty("look", "card")
        self.name = push_button("", lambda: self.chosen.emit(self._job.id), look="row", auto_default=False)
        self.far = plain_label(look="quiet", wrap=True)
        self.bar = thin_bar()
        self.pause = icon_button("pause-circle", "", self._pause)
        self.up = icon_button("arrow-up", self.tr("Earlier"), lambda: service.move(self._job.id, True))
        self.down = icon_button("arrow-down", self.tr("Later"), lambda: service.move(self._job.id, False))
        self.end = icon_button("x-circle", "", self._end)
        self.name.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        foot = in_row((self.far, 1), self.up, self.down, self.pause, self.end, spacing=1)
        in_column(self.name, self.bar, foot, inside=self, margins=(2, 1, 2, 2), spacing=1)

    @property
    def over(self) -> bool:
        return self._job.state in (NightJobState.DONE, NightJobState.CANCELLED)

    def show_job(self, job: NightJob, at_once: int, *, shown: bool, first: bool, last: bool) -> None:
        """Shows a job. `shown`: its report is open; `first` and `last`: its place in the list."""
        self._job = job
        title = f"{kind_text(job.kind)}: {job.title}" if job.title != job.kind else kind_text(job.kind)
        self._title = title
        self.name.setAccessibleName(title)
        font = self.name.font()
        font.setBold(shown)
        self.name.setFont(font)
        self._fit()
        self.far.setText(progress(job, at_once))
        self.bar.setAccessibleName(progress(job, at_once))
        self.bar.setRange(0, max(1, job.tasks))
        self.bar.setValue(job.done + job.failed)
        paused = job.state is NightJobState.PAUSED
        self.pause.setVisible(not self.over)
        _named(
            self.pause, "play-circle" if paused else "pause-circle", self.tr("Resume") if paused else self.tr("Pause")
        )
        _named(self.end, "trash" if self.over else "x-circle", self.tr("Remove") if self.over else self.tr("Cancel"))
        self.up.setVisible(not self.over)
        self.down.setVisible(not self.over)
        self.up.setEnabled(not first)
        self.down.setEnabled(not last)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Shortens a long title with an ellipsis."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        room = max(40, self.width() - 8 * theme.SPACE)
        shown = self.name.fontMetrics().elidedText(self._title, Qt.TextElideMode.ElideRight, room)
        self.name.setText(ForeignText(shown).caption)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Reacts to a click beside the buttons."""
        if event.button() == Qt.MouseButton.LeftButton:
            self.chosen.emit(self._job.id)
        super().mousePressEvent(event)

    def _pause(self) -> None:
        paused = self._job.state is NightJobState.PAUSED
        self._service.set_state(self._job.id, NightJobState.WAITING if paused else NightJobState.PAUSED)

    def _end(self) -> None:
        if self.over:
            self._service.forget(self._job.id)
        else:
            self._service.set_state(self._job.id, NightJobState.CANCELLED)


def _named(button: QToolButton, picture: str, name: str) -> None:
    if button.accessibleName() != name:
        button.setIcon(icon(picture))
        button.setAccessibleName(name)
        button.setToolTip(ForeignText(name).tip)
