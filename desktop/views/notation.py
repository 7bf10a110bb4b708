"""The notation: a score sheet with variations, comments and signs; a click goes to a move."""

from PySide6.QtCore import QMimeData, QRectF, Qt, QUrl, Signal
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QFont,
    QFontMetricsF,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextOption,
)
from PySide6.QtWidgets import QTextBrowser, QTextEdit, QWidget

from desktop.model.game import Game
from desktop.views import theme, words
from desktop.views.notation_text import JOINER, Paragraph, Role, Run, paragraphs

_INDENT = 4 * theme.SPACE
_DEEPEST_INDENT = 6
_ONE_BLOCK = str.maketrans(dict.fromkeys("\r\n\u2029\ufdd0\ufdd1", " "))  # what Qt begins a new block at


class NotationView(QTextBrowser):
    """Shows the moves of a game. Only what changed is written anew, so a move in a long game costs as little as the first."""

    node_chosen = Signal(int)
    menu_wanted = Signal(object)  # QPoint on the screen; the move under it was chosen before

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: list[Paragraph] = []
        self._game: Game | None = None
        self._places: dict[int, tuple[int, int]] = {}  # where each move stands: block, and column within it
        self._current = 0
        self._formats: dict[Role, QTextCharFormat] = {}
        self._running = False  # as running text instead of two columns
        self._detailed = False  # clocks or evaluations stand behind moves
        self.setOpenLinks(False)
        # No keyboard: the cursor keys and Ctrl+C belong to the window.
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.LinksAccessibleByMouse | Qt.TextInteractionFlag.TextSelectableByMouse
        )
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setUndoRedoEnabled(False)
        self.setFrameShape(QTextBrowser.Shape.NoFrame)
        self.setWordWrapMode(QTextOption.WrapMode.WordWrap)
        self.document().setDocumentMargin(2 * theme.SPACE)
        self.setAccessibleName(self.tr("Moves of the game"))
        self.anchorClicked.connect(self._clicked)
        theme.theme().changed.connect(self._rewrite)

    def show_game(self, game: Game, current: int) -> None:
        """Shows a game with one move marked."""
        if game is not self._game:
            self._game = game
            self._write(self._paragraphs(game))
        self._current = current
        self._mark()

    def set_running(self, running: bool) -> None:
        """The main line as running text, or in two columns."""
        if running is not self._running:
            self._running = running
            if self._game is not None:
                self._write(self._paragraphs(self._game))
                self._mark()

    def _paragraphs(self, game: Game) -> list[Paragraph]:
        return paragraphs(game, words.wording(), running=self._running)

    def place_of(self, node: int) -> tuple[int, int] | None:
        """The block and column where a move is written, None if it is not shown."""
        return self._places.get(node)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """The right button chooses a move and asks for what can be done with it."""
        link = QUrl(self.anchorAt(event.pos()))
        if link.scheme() == "move":
            self._clicked(link)
        self.menu_wanted.emit(event.globalPos())

    def createMimeDataFromSelection(self) -> QMimeData:
        """What is copied can be read as moves elsewhere: nothing unseen in it."""
        copied = QMimeData()
        copied.setText(self.textCursor().selection().toPlainText().replace(JOINER, ""))
        return copied

    # Writing

    def _rewrite(self) -> None:
        if self._game is not None:
            self._write(self._shown, anew=True)
            self._mark()

    def _write(self, wanted: list[Paragraph], *, anew: bool = False) -> None:
        """Writes what differs from what is shown: text, and the columns that all rows share. `anew`: in other looks."""
        detailed = any(run.role is Role.DETAIL for paragraph in wanted for run in paragraph.runs)
        kept = 0
        if not anew and detailed is self._detailed:  # else every row stands elsewhere
            while kept < min(len(wanted), len(self._shown)) and wanted[kept] == self._shown[kept]:
                kept += 1
            if kept == len(wanted) == len(self._shown):
                return
        self._detailed = detailed
        self._formats = _formats()
        cursor = QTextCursor(self.document())
        cursor.beginEditBlock()
        self._cut(cursor, kept)
        for number in range(kept, len(wanted)):
            self._write_paragraph(cursor, wanted[number], number)
        cursor.endEditBlock()
        self._shown = wanted

    def _cut(self, cursor: QTextCursor, kept: int) -> None:
        """Removes everything after the first `kept` paragraphs."""
        self._places = {node: place for node, place in self._places.items() if place[0] < kept}
        if kept == 0:
            cursor.select(QTextCursor.SelectionType.Document)
        else:
            block = self.document().findBlockByNumber(kept - 1)
            cursor.setPosition(block.position() + block.length() - 1)
            cursor.movePosition(QTextCursor.MoveOperation.End, QTextCursor.MoveMode.KeepAnchor)
        cursor.removeSelectedText()

    def _write_paragraph(self, cursor: QTextCursor, paragraph: Paragraph, number: int) -> None:
        block = self._block_format(paragraph)
        if number == 0:
            cursor.setBlockFormat(block)
        else:
            cursor.insertBlock(block)
        for index, run in enumerate(paragraph.runs):
            if index:
                tab = paragraph.is_row and run.role is not Role.DETAIL
                counted = paragraph.runs[index - 1].role is Role.NUMBER  # a number and its move stand on one line
                cursor.insertText("\t" if tab else "\u00a0" if counted else " ", self._formats[Role.GAP])
            if run.node is not None:
                self._places[run.node] = (number, cursor.positionInBlock())
            cursor.insertText(run.text.translate(_ONE_BLOCK), self._run_format(run))

    def _run_format(self, run: Run) -> QTextCharFormat:
        made = QTextCharFormat(self._formats[run.role])
        if run.node is not None:
            made.setAnchor(True)
            made.setAnchorHref(f"move:{run.node}")
        return made

    def _block_format(self, paragraph: Paragraph) -> QTextBlockFormat:
        made = QTextBlockFormat()
        made.setLineHeight(132, int(QTextBlockFormat.LineHeightTypes.ProportionalHeight.value))
        if paragraph.is_row:
            number = QFontMetricsF(theme.font(theme.BODY)).horizontalAdvance("000. ")
            column = QFontMetricsF(theme.font(theme.BODY)).horizontalAdvance("Nbxd7+!? +=0000")
            if self._detailed:
                column = max(column, QFontMetricsF(theme.font(theme.BODY)).horizontalAdvance("Nbxd7+ ")
                             + QFontMetricsF(theme.font(theme.SMALL)).horizontalAdvance("+0.00 0:00:00 "))  # fmt: skip
            made.setTabPositions([QTextOption.Tab(number, QTextOption.TabType.LeftTab),
                                  QTextOption.Tab(number + column, QTextOption.TabType.LeftTab)])  # fmt: skip
        elif paragraph.runs[0].role is Role.RESULT:
            made.setTopMargin(2 * theme.SPACE)
        elif not paragraph.running:
            made.setLeftMargin(_INDENT * (1 + min(paragraph.depth, _DEEPEST_INDENT)))
        return made

    # The current move

    def _mark(self) -> None:
        place = self._places.get(self._current)
        if place is None:
            self.setExtraSelections([])
            self.verticalScrollBar().setValue(0)
            return
        cursor = QTextCursor(self.document().findBlockByNumber(place[0]))
        cursor.setPosition(cursor.block().position() + place[1])
        length = self._length_at(place)
        cursor.setPosition(cursor.position() + length, QTextCursor.MoveMode.KeepAnchor)
        mark = QTextEdit.ExtraSelection()
        mark.cursor = cursor
        mark.format.setForeground(QColor(theme.colours().on_accent))
        self.setExtraSelections([mark])
        self._reveal(cursor)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The current move stays in sight when the panels below take room."""
        super().resizeEvent(event)
        selections = self.extraSelections()
        if selections:
            self._reveal(selections[0].cursor)

    def paintEvent(self, event: QPaintEvent) -> None:
        """A rounded card under the current move, then the text."""
        selections = self.extraSelections()
        if selections:
            painter = QPainter(self.viewport())
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(theme.colours().accent))
            painter.drawRoundedRect(self._card(selections[0].cursor), 4, 4)
            painter.end()
        super().paintEvent(event)
        if not self._shown:
            self._paint_empty()

    def _paint_empty(self) -> None:
        painter = QPainter(self.viewport())
        painter.setFont(theme.font(theme.BODY))
        painter.setPen(QColor(theme.colours().quiet))
        rect = self.viewport().rect().adjusted(32, 32, -32, -32)
        flags = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap
        text = self.tr(
            "The moves will stand here.\nMake one on the board, paste a FEN or PGN, or drop a file on the window."
        )
        painter.drawText(rect, flags, text)

    def _card(self, marked: QTextCursor) -> QRectF:
        start = QTextCursor(marked)
        start.setPosition(marked.selectionStart())
        end = QTextCursor(marked)
        end.setPosition(marked.selectionEnd())
        first, last = self.cursorRect(start), self.cursorRect(end)
        text_height = QFontMetricsF(theme.font(theme.BODY)).height()
        top = first.bottom() - text_height  # the line is higher than its text, and the text stands at its foot
        return QRectF(first.left() - 4, top - 2, last.left() - first.left() + 8, text_height + 5)

    def _length_at(self, place: tuple[int, int]) -> int:
        return next(len(run.text) for run in self._shown[place[0]].runs if run.node == self._current)

    def _reveal(self, cursor: QTextCursor) -> None:
        """Scrolls so far that the move and a little of what follows can be seen."""
        rect = self.cursorRect(cursor)
        bar, height = self.verticalScrollBar(), self.viewport().height()
        if rect.top() < 0:
            bar.setValue(bar.value() + rect.top() - height // 3)
        elif rect.bottom() > height - rect.height():
            bar.setValue(bar.value() + rect.bottom() - height + 2 * rect.height())

    def _clicked(self, link: QUrl) -> None:
        if link.scheme() == "move":
            self.node_chosen.emit(int(link.path()))


def _formats() -> dict[Role, QTextCharFormat]:
    c = theme.colours()
    looks = {
        Role.NUMBER: (c.quiet, QFont.Weight.Normal),
        Role.MOVE: (c.ink, QFont.Weight.DemiBold),
        Role.VARIATION: (c.ink, QFont.Weight.Normal),
        Role.COMMENT: (c.quiet, QFont.Weight.Normal),
        Role.RESULT: (c.accent, QFont.Weight.DemiBold),
        Role.GAP: (c.quiet, QFont.Weight.Normal),
        Role.DETAIL: (c.quiet, QFont.Weight.Normal),
    }
    made = {}
    for role, (colour, weight) in looks.items():
        text = QTextCharFormat()
        text.setFont(
            theme.font(theme.SMALL if role is Role.DETAIL else theme.BODY, monospaced_digits=role is Role.DETAIL)
        )
        text.setFontWeight(weight)
        text.setForeground(QColor(colour))
        made[role] = text
    return made
