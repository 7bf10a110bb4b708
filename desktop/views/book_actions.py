"""The menu Book: joins its actions with the book, and says which of them can be done now."""

from enum import Enum

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from desktop.model.book import BookRow, BookState
from desktop.model.state import GameState
from desktop.services.bundle import Services

MARKS = ("!", "", "$", "?")


class BookPage(Enum):
    """The pages of the book's card, in their order."""

    MOVES = 0
    REPORT = 1
    LEARNED = 2


class BookActions(QObject):
    """Constructed on the services and the window's actions; `window` is what dialogs stand over."""

    page_wanted = Signal(object)  # BookPage

    def __init__(self, services: Services, actions: dict[str, QAction], window: QWidget) -> None:
        super().__init__(window)
        self._services, self._actions, self._window = services, actions, window
        book = services.book
        wanted = {
            "book_add_move": book.add_move,
            "book_add_line": book.add_line,
            "book_comment": self._ask_comment,
            "book_force": book.force_line,
            "book_unforce": book.end_forced_lines,
            "book_undo": book.undo,
            "book_redo": book.redo,
            "book_report": lambda: self.page_wanted.emit(BookPage.REPORT),
            "book_learned": lambda: self.page_wanted.emit(BookPage.LEARNED),
        }
        for key, handler in wanted.items():
            actions[key].triggered.connect(lambda _checked=False, call=handler: call())
        for symbol in MARKS:
            actions[f"book_mark_{symbol}"].triggered.connect(
                lambda _checked=False, chosen=symbol: book.mark_line(chosen)
            )
        self._plain = {key: actions[key].toolTip() for key in ("book_undo", "book_redo")}
        services.game.state_changed.connect(self._update_game)
        book.changed.connect(self._update_book)
        self._update_game(services.game.state)
        self._update_book(book.state)

    @Slot(object)
    def _update_game(self, state: GameState) -> None:
        for key in ("book_add_move", "book_add_line", "book_force"):
            self._actions[key].setEnabled(state.current != 0)
        for symbol in MARKS:
            self._actions[f"book_mark_{symbol}"].setEnabled(bool(state.node.children))

    @Slot(object)
    def _update_book(self, state: BookState) -> None:
        self._actions["book_unforce"].setEnabled(state.forcing)
        self._actions["book_comment"].setEnabled(not state.problem)
        for key, label in (("book_undo", state.undo), ("book_redo", state.redo)):
            self._actions[key].setEnabled(bool(label))
            self._actions[key].setStatusTip(label)

    def _ask_comment(self) -> None:
        ask_comment(self._services, None, self._window)


def ask_comment(services: Services, row: BookRow | None, parent: QWidget) -> None:
    """Asks for the comment on a move of the shown position, or on the position itself."""
    from desktop.views.dialogs.comment import CommentDialog

    state = services.book.state
    if row is None:
        heading, text, uci = parent.tr("Comment on this position"), state.comment, ""
    else:
        heading, text, uci = parent.tr("Comment on %1").replace("%1", row.san), row.comment, row.uci
    CommentDialog(heading, text, lambda written: services.book.set_comment(uci, written), parent).open()
