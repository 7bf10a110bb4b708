"""The notation: a score sheet with variations, comments and signs; a click goes to a move."""

from collections.abc import Container, Iterable

from PySide6.QtCore import QEvent, QMimeData, QRectF, Qt, QUrl, Signal, Slot
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QFocusEvent,
    QFontMetricsF,
    QHelpEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextCursor,
    QTextOption,
)
from PySide6.QtWidgets import QTextBrowser, QTextEdit, QToolTip, QWidget

from desktop.model.book.panel import OwnMoves
from desktop.views.game.sheet_marks import BELOW, VisibleParagraphs, paint_handles, paint_own, paint_times
from desktop.views.game.sheet_writer import SheetWriter
from desktop.views.kit import theme, words
from desktop.views.kit.foreign_text import ForeignText
from engine.game.node import Node
from engine.game.thinking_time import thinking_times
from engine.game.tree import ROOT, Game
from engine.publishing.wording import JOINER

_READING_KEYS = (
    Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Home, Qt.Key.Key_End,
    Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape,
)  # fmt: skip


class NotationView(QTextBrowser):
    """Shows the moves of a game. Only changes are written again, so the cost of a move does not grow with the game."""

    node_chosen = Signal(int)
    left = Signal()  # the keyboard focus returns to the board
    proof_wanted = Signal(int)  # for the claim at a move
    menu_wanted = Signal(object)  # QPoint on the screen; the move under it is already chosen

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._game: Game | None = None
        self._current = ROOT
        self._in_match = False
        self._running = False  # main line as running text instead of two columns
        self._scores = True  # show the engine's scores after its moves
        self._marked: QTextCursor | None = None  # text of the current move
        self._spent: dict[int, int] = {}  # milliseconds by node
        self._times = True  # whether they are drawn
        self._own = OwnMoves()
        self._top: int | None = None  # top of the marked move before a slice is written
        self.setOpenLinks(False)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.LinksAccessibleByMouse
            | Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        # Only after Tab do the cursor keys read the text; after a click they walk through the game.
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setFrameShape(QTextBrowser.Shape.NoFrame)
        self.setWordWrapMode(QTextOption.WrapMode.WordWrap)
        self._writing = SheetWriter(self)
        self._sight = VisibleParagraphs(self)
        self._writing.stepping.connect(self._before_slice)
        self._writing.stepped.connect(self._after_slice)
        self.setAccessibleName(self.tr("Moves of the game"))
        self.anchorClicked.connect(self._clicked)
        theme.theme().changed.connect(self._rewrite)

    def show_game(self, game: Game, current: int, in_match: bool = False) -> None:
        """Shows a game with one move marked; the moves around it are written first. `in_match`: it is being played, so an
        empty sheet proposes nothing else."""
        self._current, self._in_match = current, in_match
        self._writing.look_at(current)
        if game is not self._game:
            self._game = game
            spent = thinking_times(game)
            if spent != self._spent:  # the longest time scales all bars
                self._spent = spent
                self.viewport().update()
            self._write()
        if self._writing.folded:  # going into a variation unfolds it
            self._turn(
                {node.id for node in game.path(current) if node.key in self._writing.folded and self._opens(node)}
            )
        self._mark()

    def mark_own(self, own: OwnMoves) -> None:
        if own != self._own:
            self._own = own
            self.viewport().update()

    # Folded variations

    def fold(self, starts: Iterable[int], *, folded: bool) -> None:
        """Folds variations to their first moves, or unfolds them.

        If the current move becomes hidden, the move that it replaces is chosen.
        """
        if self._game is None:
            return
        keys = self._writing.folded
        turned = {start for start in starts if (self._game.node(start).key in keys) is not folded}
        if folded and turned:
            within = next((node for node in self._game.path(self._current) if node.id in turned), None)
            if within is not None:
                self.node_chosen.emit(self._game.node(within.parent).children[0])
        self._turn(turned)

    def fold_here(self) -> None:
        """Folds the variation with the current move; in the main line, the alternatives to the current move."""
        if self._game is not None:
            within = [node.id for node in self._game.path(self._current) if self._opens(node)]
            current = self._game.node(self._current)
            beside = self._game.node(current.parent).children[1:] if current.id != ROOT else ()
            self._fold_or_unfold(within[-1:] or list(beside))

    def fold_all(self) -> None:
        """Folds all variations of the main line; if all are folded, unfolds them."""
        if self._game is not None:
            line = (self._game.root, *self._game.main_line())
            self._fold_or_unfold([child for node in line for child in node.children[1:]])

    @property
    def folded(self) -> frozenset[int]:
        """Keys of the first moves of the folded variations, of all games."""
        return frozenset(self._writing.folded)

    def is_folded(self, start: int) -> bool:
        """Whether the variation that begins with `start` is folded."""
        return self._game is not None and self._game.node(start).key in self._writing.folded

    def _fold_or_unfold(self, starts: list[int]) -> None:
        self.fold(starts, folded=not all(map(self.is_folded, starts)))

    def _opens(self, node: Node) -> bool:
        return self._game is not None and node.id != ROOT and self._game.node(node.parent).children[0] != node.id

    def _turn(self, turned: set[int]) -> None:
        if self._game is not None and turned:
            self._writing.folded ^= {self._game.node(start).key for start in turned}
            self._write(turned=turned)
            self._mark()

    def set_running(self, running: bool) -> None:
        """Shows the main line as running text, or in two columns."""
        if running is not self._running:
            self._running = running
            self._write()
            self._mark()

    def set_scores(self, shown: bool) -> None:
        """Shows the engine's scores after the moves, or only the times."""
        if shown is not self._scores:
            self._scores = shown
            self._rewrite()

    def set_times(self, shown: bool) -> None:
        """Draws the thinking time of each move as a bar, or not."""
        if shown is not self._times:
            self._times = shown
            self.viewport().update()

    def place_of(self, node: int) -> tuple[int, int] | None:
        """Returns the block and column of a move; None if it is not shown."""
        spot = self._writing.spot(node)
        return None if spot is None else (spot.paragraph, spot.column)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Chooses the move under the mouse and requests its menu."""
        link = QUrl(self.anchorAt(event.pos()))
        if link.scheme() == "move":
            self._clicked(link)
        self.menu_wanted.emit(event.globalPos())

    def event(self, event: QEvent) -> bool:
        """Takes the cursor keys from the window's shortcuts while the notation has the keyboard focus."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            if event.key() in _READING_KEYS and not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
                event.accept()
                return True
            if event.matches(QKeySequence.StandardKey.Copy) and not self.textCursor().hasSelection():
                return False
        return super().event(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if self._marked is not None:
            cursor = QTextCursor(self._marked)
            cursor.setPosition(cursor.selectionStart())
            self.setTextCursor(cursor)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter goes to the move at the text cursor, Escape to the board."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            behind = QTextCursor(self.textCursor())
            behind.movePosition(QTextCursor.MoveOperation.NextCharacter)
            self._clicked(QUrl(behind.charFormat().anchorHref()))
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def createMimeDataFromSelection(self) -> QMimeData:
        """Returns the selection without invisible characters, so that other programs can read its moves."""
        copied = QMimeData()
        copied.setText(self.textCursor().selection().toPlainText().replace(JOINER, ""))
        return copied

    # Writing

    @property
    def settled(self) -> bool:
        """Whether the whole game is written: a large one is written in slices."""
        return self._writing.settled

    def _rewrite(self) -> None:
        self._write(anew=True)
        self._mark()

    def _write(self, *, anew: bool = False, turned: Container[int] = ()) -> None:
        """Writes the differences. `anew`: another game or appearance; `turned`: variations folded or unfolded."""
        if self._game is not None:
            self._writing.begin(self._game, running=self._running, scores=self._scores, anew=anew, turned=turned)

    @Slot()
    def _before_slice(self) -> None:
        self._top = self._marked_top()

    @Slot()
    def _after_slice(self) -> None:
        """Restores the scroll position after text was inserted above it."""
        top = self._marked_top()
        if self._top is None or top is None or self._writing.settled:  # its text may have changed
            self._mark(reveal=top is None and self._current != ROOT)
        if self._top is not None and top is not None and top != self._top:
            bar = self.verticalScrollBar()
            bar.setValue(bar.value() + top - self._top)

    def _marked_top(self) -> int | None:
        """Returns the top of the marked move in the view; None without one, or if its text was removed."""
        marked = self._marked
        if marked is None or not marked.hasSelection() or marked.document() != self.document():
            return None
        return self.cursorRect(marked).top()

    # The current move

    def _mark(self, *, reveal: bool = True) -> None:
        spot = self._writing.spot(self._current)
        if self._marked is not None and self._marked.document() == self.document():
            self._paint_card_again(self._marked)
        if spot is None:
            self.setExtraSelections([])
            self._marked = None
            if reveal and self._current == ROOT:
                self.verticalScrollBar().setValue(0)
            return
        cursor = QTextCursor(self.document().findBlockByNumber(spot.paragraph))
        cursor.setPosition(cursor.block().position() + spot.column)
        cursor.setPosition(cursor.position() + spot.length, QTextCursor.MoveMode.KeepAnchor)
        mark = QTextEdit.ExtraSelection()
        mark.cursor = cursor
        mark.format.setForeground(QColor(theme.colours().on_accent))
        self.setExtraSelections([mark])
        self._marked = cursor
        self._paint_card_again(cursor)
        if reveal:
            self._reveal(cursor)

    def _paint_card_again(self, marked: QTextCursor) -> None:
        """Repaints the card of a move: Qt repaints only the text, and the card is larger with soft edges."""
        self.viewport().update(self._card(marked).toAlignedRect().adjusted(-2, -2, 2, 2))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keeps the current move visible when the panels below grow."""
        super().resizeEvent(event)
        selections = self.extraSelections()
        if selections:
            self._reveal(selections[0].cursor)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paints a rounded card under the current move, then the text."""
        selections = self.extraSelections()
        sight = list(self._sight.between(event.rect().top() - BELOW, event.rect().bottom()))
        with QPainter(self.viewport()) as painter:
            paint_own(painter, sight, self._own.mine, self._own.off)
        if selections:
            with QPainter(self.viewport()) as painter:
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(QColor(theme.colours().accent))
                painter.drawRoundedRect(self._card(selections[0].cursor), 4, 4)
        super().paintEvent(event)
        if self._writing.empty:
            self._paint_empty()
        with QPainter(self.viewport()) as painter:
            if self._times:
                paint_times(painter, sight, self._spent)
            paint_handles(painter, sight, self.is_folded)

    def viewportEvent(self, event: QEvent) -> bool:
        """Shows the thinking time of a move as its tool tip."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            link = QUrl(self.anchorAt(event.pos()))
            node = int(link.path()) if link.scheme() == "move" else -1
            spent = self._spent.get(node)
            texts = [self.tr("%1 s").replace("%1", words.decimal(spent / 1000, 1))] if spent is not None else []
            texts += [self.tr("switched off in your repertoire")] if node in self._own.off else []
            texts += [self.tr("in your repertoire")] if node in self._own.mine - self._own.off else []
            QToolTip.showText(event.globalPos(), ForeignText(" · ".join(texts)).tip, self)
            return True
        return super().viewportEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Folds or unfolds a variation on a click on its handle."""
        start = self._sight.handle_at(event.position().toPoint())
        if start and event.button() == Qt.MouseButton.LeftButton:
            self._fold_or_unfold([start])
        else:
            super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Shows a hand over clickable text."""
        super().mouseMoveEvent(event)
        if not event.buttons():
            point = event.position().toPoint()
            over = self._sight.handle_at(point) or self.anchorAt(point)
            shape = Qt.CursorShape.PointingHandCursor if over else Qt.CursorShape.IBeamCursor
            if self.viewport().cursor().shape() is not shape:
                self.viewport().setCursor(shape)

    @property
    def empty_text(self) -> str:
        """The text of an empty sheet; in a game that is being played it proposes no other game."""
        if self._in_match:
            return self.tr("The moves will appear here.")
        return self.tr(
            "The moves will appear here.\nMake one on the board, paste a FEN or PGN, or drop a file on the window."
        )

    def _paint_empty(self) -> None:
        with QPainter(self.viewport()) as painter:
            painter.setFont(theme.font(theme.BODY))
            painter.setPen(QColor(theme.colours().quiet))
            rect = self.viewport().rect().adjusted(32, 32, -32, -32)
            flags = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap
            text = self.empty_text
            if painter.boundingRect(rect, flags, text).bottom() > rect.bottom():  # only the first parts fit
                text = text.partition("\n")[0]
                rect = self.viewport().rect().adjusted(8, 8, -8, -8)
            painter.drawText(rect, flags, text)

    def _card(self, marked: QTextCursor) -> QRectF:
        start = QTextCursor(marked)
        start.setPosition(marked.selectionStart())
        end = QTextCursor(marked)
        end.setPosition(marked.selectionEnd())
        first, last = self.cursorRect(start), self.cursorRect(end)
        text_height = QFontMetricsF(theme.font(theme.BODY)).height()
        top = first.bottom() - text_height  # the line is higher than its text, which is at the bottom
        return QRectF(first.left() - 4, top - 2, last.left() - first.left() + 6, text_height + 5)

    def _reveal(self, cursor: QTextCursor) -> None:
        """Scrolls until the move and a few of the next ones are visible."""
        rect = self.cursorRect(cursor)
        bar, height = self.verticalScrollBar(), self.viewport().height()
        if rect.top() < 0:
            bar.setValue(bar.value() + rect.top() - height // 3)
        elif rect.bottom() > height - rect.height():
            bar.setValue(bar.value() + rect.bottom() - height + 2 * rect.height())

    def _clicked(self, link: QUrl) -> None:
        if link.scheme() == "move":
            self.node_chosen.emit(int(link.path()))
        elif link.scheme() == "proof":
            self.proof_wanted.emit(int(link.path()))
