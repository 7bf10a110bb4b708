"""Asks for a comment on a move or a position of the book."""

from collections.abc import Callable

from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from desktop.views.kit.dialogs import Dialog, StandardButton
from desktop.views.kit.fields import named
from desktop.views.kit.layouts import in_column
from desktop.views.kit.messages import plain_label


class CommentDialog(Dialog):
    """A few lines of plain text, passed to `keep`. An empty text removes the comment."""

    def __init__(self, heading: str, text: str, keep: Callable[[str], None], parent: QWidget | None = None) -> None:
        super().__init__(parent, self.tr("Comment"), (420, 220))
        self._keep = keep
        label = plain_label(heading, look="heading")
        self.text = named(QPlainTextEdit(text), self.tr("Comment"))
        self.text.setPlaceholderText(self.tr("Why this move, what to remember …"))
        self.text.setTabChangesFocus(True)
        buttons = self.button_box(StandardButton.Save | StandardButton.Cancel)
        QShortcut(QKeySequence("Ctrl+Return"), self, self.accept)
        in_column(label, (self.text, 1), buttons, inside=self, margins=4, spacing=3)
        self.text.setFocus()

    def accept(self) -> None:
        self._keep(self.text.toPlainText().strip())
        super().accept()
