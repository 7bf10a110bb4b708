"""Parts shared by the book's panel and its menu: the marks, and the question for a comment."""

from PySide6.QtWidgets import QWidget

from desktop.model.book.panel import BookRow
from desktop.model.game.state import GameState
from desktop.services.book.book_service import BookService
from desktop.views.kit.words import moves

MARKS = ("!", "", "$", "?")


def ask_comment(book: BookService, row: BookRow | None, place: GameState | None, parent: QWidget) -> None:
    """Asks for the comment on a move of the position shown in `place`, or on the position itself."""
    from desktop.views.book.comment_dialog import CommentDialog

    state = book.state
    if row is None:
        heading, text, uci = parent.tr("Comment on this position"), state.comment, ""
    else:
        heading, text, uci = parent.tr("Comment on %1").replace("%1", moves(row.san)), row.comment, row.uci
    CommentDialog(heading, text, lambda written: book.set_comment(uci, written, place), parent).open()
