"""The notice “Opening games.pgn …” above the board while a large file is read, with a button to stop."""

from PySide6.QtCore import QObject, QTimer, Slot

from desktop.model.errors import Message, Severity
from desktop.services.files.reading_jobs import ReadingJobs
from desktop.views.kit import words
from desktop.views.kit.messages import Notice
from desktop.views.window.window_context import WindowContext
from engine.ground.text import NOTHING, Text, plain

SHOWN_AFTER_MS = 300  # faster reads show no notice


class LoadingNotice(QObject):
    """Follows the reading of one service."""

    def __init__(self, context: WindowContext, reading: ReadingJobs) -> None:
        super().__init__(context.window)
        self._messages, self._reading = context.body.messages, reading
        self._notice: Notice | None = None
        self._shown = NOTHING  # the file name in the notice
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(SHOWN_AFTER_MS)
        self._timer.timeout.connect(self._show)
        reading.changed.connect(self._update)
        self._update(reading.name)

    @Slot(object)
    def _update(self, name: Text) -> None:
        if not name:
            self._timer.stop()
            self._hide()
        elif self._notice is None:
            if not self._timer.isActive():
                self._timer.start()
        elif name != self._shown:
            self._show()

    @Slot()
    def _show(self) -> None:
        self._hide()
        self._shown = self._reading.name
        text = self.tr("Opening “%1” …").replace("%1", words.text_of(self._shown))
        stop = (self.tr("Cancel"), self._reading.cancel)
        self._notice = self._messages.tell(Message(Severity.INFORMATION, plain(text)), (stop,), keep=True)

    def _hide(self) -> None:
        if self._notice is not None and not self._notice.dismissed:
            self._notice.dismiss()
        self._notice, self._shown = None, NOTHING
