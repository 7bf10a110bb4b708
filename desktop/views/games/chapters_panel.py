"""The chapters of the studies in the user's books, beside the board."""

from PySide6.QtCore import QRectF, QSize, Qt, Slot
from PySide6.QtGui import QAction, QColor, QFontMetricsF, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QFrame, QWidget

from desktop.model.book.panel import BookState, ChapterEntry
from desktop.services.book.book_service import BookService
from desktop.services.game.game_service import GameService
from desktop.views.kit import theme
from desktop.views.kit.buttons import push_button
from desktop.views.kit.layouts import STRETCH, in_column
from desktop.views.kit.messages import plain_label
from desktop.views.kit.placeholder_card import placeholder_card
from desktop.views.kit.rows_view import RowsView
from desktop.views.kit.work_parts import panel_head
from engine.game.tree import Game

_ROW = 40  # pixels at a text size of 100 %
_LEFT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft


class ChaptersPanel(QFrame):
    """Lists the chapters. Those that reach the shown position have a mark; a press opens a chapter there."""

    def __init__(
        self, games: GameService, book: BookService, actions: dict[str, QAction], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._games = games
        self.setProperty("look", "card")
        self.hint = plain_label(
            self.tr("Open a study and choose “Make this study a repertoire” in the menu Book. Its chapters stay here."),
            wrap=True,
        )
        study = push_button(self.tr("Open a PGN file …"), actions["open"].trigger, look="primary")
        self._empty = placeholder_card(self.hint, study, picture="list-numbers")
        self.rows = ChapterRows(book)
        in_column(
            panel_head(self.tr("Chapters")),
            (self._empty, 1),
            (self.rows, 1),
            (STRETCH, 0),
            inside=self,
            margins=(3, 2, 3, 2),
            spacing=1,
        )
        book.changed.connect(self._update_book)
        book.chapter_opened.connect(self._show_chapter)
        self._update_book(book.state)

    @Slot(object)
    def _update_book(self, state: BookState) -> None:
        self._empty.setVisible(not state.chapters)
        self.rows.setVisible(bool(state.chapters))
        if self.rows.rows != state.chapters:
            self.rows.set_rows(state.chapters, self.rows.currentIndex().row())

    @Slot(object, int)
    def _show_chapter(self, game: Game, node: int) -> None:
        """Shows the chapter in the tab that has it, otherwise in a new one."""
        for known in self._games.states:
            if known.game.header("Event") == game.header("Event") and known.game.plays_as(game):
                self._games.select_tab(known.tab)
                self._games.go_to(node)
                return
        self._games.open_tab(game, current=node)


class ChapterRows(RowsView[ChapterEntry]):
    """The rows: the chapter, and below it its study."""

    own_keys = (Qt.Key.Key_Return, Qt.Key.Key_Enter)

    def __init__(self, book: BookService) -> None:
        super().__init__("")
        self.setAccessibleName(self.tr("Chapters of your studies"))
        self._book = book

    def row_size(self) -> QSize:
        return QSize(theme.scaled(240), theme.scaled(_ROW))

    def row_text(self, row: ChapterEntry) -> str:
        here = self.tr("reaches this position") if row.here else ""
        return ", ".join(part for part in (row.name, row.study, here) if part)

    def row_tip(self, row: ChapterEntry) -> str:
        return self.tr("Opens the chapter at this position") if row.here else self.tr("Opens the chapter")

    def press(self, row: ChapterEntry, event: QMouseEvent | None = None) -> None:
        self._book.open_chapter(self.currentIndex().row())

    def paint_row(self, painter: QPainter, rect: QRectF, row: ChapterEntry, *, hovered: bool, current: bool) -> None:
        c = theme.colours()
        painter.setPen(Qt.PenStyle.NoPen)
        if current or hovered:
            painter.setBrush(QColor(c.accent_soft if current else c.hover))
            painter.setPen(QPen(QColor(c.accent), 2) if current and self.hasFocus() else Qt.PenStyle.NoPen)
            painter.drawRoundedRect(rect.adjusted(1, 1, -1, -1), theme.RADIUS, theme.RADIUS)
        if row.here:
            painter.fillRect(QRectF(rect.left(), rect.top() + 4, 3, rect.height() - 8), QColor(c.accent))
        left, width = rect.left() + theme.scaled(10), rect.width() - theme.scaled(14)
        lines = ((row.name, theme.BODY, c.ink, 3, 20), (row.study, theme.SMALL, c.quiet, 22, 15))
        for text, size, colour, top, height in lines:
            painter.setFont(theme.font(size, bold=row.here and size == theme.BODY))
            painter.setPen(QColor(colour))
            shown = QFontMetricsF(painter.font()).elidedText(text, Qt.TextElideMode.ElideRight, width)
            box = QRectF(left, rect.top() + theme.scaled(top), width, theme.scaled(height))
            painter.drawText(box, _LEFT, shown)
