"""Asks for a comment on a move or a position of the book."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QDialogButtonBox, QPlainTextEdit, QVBoxLayout, QWidget

from desktop.views.kit import theme
from desktop.views.kit.dialogs import Dialog
from desktop.views.kit.messages import plain_label


class CommentDialog(Dialog):
    """A few lines of plain text, passed to `keep`. An empty text removes the comment."""

    def __init__(self, heading: str, text: str, keep: Callable[[str], None], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Comment"))
        self._keep = keep
        label = plain_label(heading)
        label.setProperty("look", "heading")
        self.text = QPlainTextEdit(text)
        self.text.setAccessibleName(self.tr("Comment"))
        self.text.setPlaceholderText(self.tr("Why this move, what to remember …"))
        self.text.setTabChangesFocus(True)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Save | QDialogButtonBox.StandardButton.Cancel)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        QShortcut(QKeySequence("Ctrl+Return"), self, self.accept)
        column = QVBoxLayout(self)
        column.setContentsMargins(4 * theme.SPACE, 4 * theme.SPACE, 4 * theme.SPACE, 4 * theme.SPACE)
        column.setSpacing(3 * theme.SPACE)
        column.addWidget(label)
        column.addWidget(self.text, 1)
        column.addWidget(buttons)
        self.resize(theme.size(420, 220))
        self.text.setFocus()

    def accept(self) -> None:
        self._keep(self.text.toPlainText().strip())
        super().accept()
