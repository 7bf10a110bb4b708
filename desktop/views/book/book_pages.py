"""The question for a comment, shared by the book's panel and its menu."""

from collections.abc import Callable

from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from desktop.model.book.panel import BookRow
from desktop.model.game.state import GameState
from desktop.services.book.book_service import BookService
from desktop.views.kit.dialogs import Dialog, StandardButton
from desktop.views.kit.fields import named
from desktop.views.kit.layouts import in_column
from desktop.views.kit.messages import plain_label
from desktop.views.kit.words import moves


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


def ask_comment(book: BookService, row: BookRow | None, place: GameState | None, parent: QWidget) -> None:
    """Asks for the comment on a move of the position shown in `place`, or on the position itself."""
    from desktop.views.book.book_pages import CommentDialog

    state = book.state
    if row is None:
        heading, text, uci = parent.tr("Comment on this position"), state.comment, ""
    else:
        heading, text, uci = parent.tr("Comment on %1").replace("%1", moves(row.san)), row.comment, row.uci
    CommentDialog(heading, text, lambda written: book.set_comment(uci, written, place), parent).open()
