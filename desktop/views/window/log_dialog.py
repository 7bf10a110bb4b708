"""The latest lines of the log, ready to copy into a bug report."""

from pathlib import Path

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QDialogButtonBox, QPlainTextEdit, QWidget

from desktop.views.kit import theme
from desktop.views.kit.dialogs import Dialog
from desktop.views.kit.layouts import in_column
from desktop.views.kit.messages import plain_label
from engine.ground import log_file


class LogDialog(Dialog):
    """A snapshot of the log, taken when the dialog opens."""

    def __init__(self, reports: Path, parent: QWidget | None = None) -> None:
        """`reports`: the folder of crash reports, opened by the button if no log file is written."""
        super().__init__(parent)
        self.setWindowTitle(self.tr("Log"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.resize(theme.size(860, 520))
        file = log_file.file_in_use()
        self._folder = file.parent if file else reports
        where = plain_label(
            self.tr("Log file: %1").replace("%1", str(file))
            if file
            else self.tr("No file is written. Start Ratsu with --log FILE to keep a log."),
            wrap=True,
        )
        where.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.lines = QPlainTextEdit("\n".join(log_file.recent_lines()))
        self.lines.setReadOnly(True)
        self.lines.setAccessibleName(self.tr("Log"))
        self.lines.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        in_column(where, (self.lines, 1), self._buttons(), inside=self, spacing=2)
        bar = self.lines.verticalScrollBar()
        bar.setValue(bar.maximum())

    def _buttons(self) -> QDialogButtonBox:
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self.buttons.rejected.connect(self.reject)
        for text, pressed in ((self.tr("&Copy"), self._copy), (self.tr("Open &folder"), self._open_folder)):
            self.buttons.addButton(text, QDialogButtonBox.ButtonRole.ActionRole).clicked.connect(pressed)
        return self.buttons

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.lines.toPlainText())

    def _open_folder(self) -> None:
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._folder)))
