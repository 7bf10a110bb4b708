"""Writes paragraphs of a score sheet into a text document, with their formats."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from PySide6.QtCore import QObject, QTimer, Slot
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextOption,
)
from PySide6.QtWidgets import QTextEdit

from desktop.views.game.sheet_layout import SheetLayout
from desktop.views.kit import theme
from desktop.views.kit.notation_text import COLUMN_SIGNS, SheetParagraph, TextRole, TextRun

OPENS = (
    int(QTextFormat.Property.UserProperty.value) + 1
)  # property of a paragraph: the first node of the variation that begins with it
_INDENT = 4 * theme.SPACE
_DEEPEST_INDENT = 6
_ONE_BLOCK = str.maketrans(dict.fromkeys("\r\n\u2029\ufdd0\ufdd1", " "))  # characters at which Qt begins a new block
MOST_REMOVED = 500  # paragraphs removed at a time: about 3 ms


class SheetDocument(QObject):
    """The document of a view, as numbered paragraphs."""

    def __init__(self, view: QTextEdit) -> None:
        super().__init__(view)
        self._view = view
        self._count = 0
        self._detailed = False
        self._formats: dict[TextRole, QTextCharFormat] = {}
        self._blocks: dict[tuple[bool, bool, bool, bool, int], QTextBlockFormat] = {}
        self._old: list[QTextDocument] = []  # of closed games: emptied in slices, since deleting one takes long
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._empty_old)
        self._change_document()

    def set_looks(self, detailed: bool) -> None:
        """Sets the formats for later text from the theme. `detailed`: wide columns."""
        self._detailed = detailed
        self._formats = _formats()
        self._blocks = {}

    def clear(self) -> None:
        """Removes all text at once, whatever its size."""
        if self._count > MOST_REMOVED:
            self._old.append(self._view.document())
            self._change_document()
            self._timer.start(0)
        else:
            self.remove(0, self._count)
        self._count = 0

    def put_aside(self, back: tuple[QTextDocument, int] | None) -> tuple[QTextDocument, int]:
        """Takes the document out of the view, and shows `back`, one that was put aside, or an empty one."""
        aside = self._view.document(), self._count
        if back is not None:
            self._show(*back)
        else:
            self._change_document()
            self._count = 0
        return aside

    def put_back(self, document: QTextDocument, count: int) -> None:
        """Shows a document from `put_aside` again and drops the current one."""
        self.drop(self._view.document())
        self._show(document, count)

    def _show(self, document: QTextDocument, count: int) -> None:
        layout = document.documentLayout()
        assert isinstance(layout, SheetLayout)
        self._view.setExtraSelections([])
        with layout.returning():
            self._view.setDocument(document)
        layout.setPaintDevice(self._view.viewport())
        self._count = count

    def drop(self, document: QTextDocument) -> None:
        """Deletes a document from `put_aside`, in slices."""
        self._old.append(document)
        self._timer.start(0)

    @contextmanager
    def laid_out_once(self) -> Iterator[None]:
        """Combines the layout of all changes inside it: Qt goes through all paragraphs below a change, 1 µs each."""
        cursor = QTextCursor(self._view.document())
        cursor.beginEditBlock()
        yield
        cursor.endEditBlock()

    def remove(self, start: int, stop: int) -> None:
        """Removes the paragraphs from `start` up to `stop`."""
        if start >= stop:
            return
        document = self._view.document()
        cursor = QTextCursor(document)
        cursor.beginEditBlock()
        if stop - start == self._count:
            cursor.select(QTextCursor.SelectionType.Document)
            cursor.removeSelectedText()
            cursor.setBlockFormat(QTextBlockFormat())  # the remaining paragraph begins no variation
        else:
            _select(cursor, start, stop)
            kept = document.findBlockByNumber(start - 1 if start else stop).blockFormat()
            cursor.removeSelectedText()
            if cursor.blockFormat() != kept:
                cursor.setBlockFormat(kept)
        cursor.endEditBlock()
        self._count -= stop - start

    def insert(self, place: int, paragraphs: Iterable[SheetParagraph]) -> int:
        """Inserts paragraphs before the one at `place`. Returns their number."""
        cursor = QTextCursor(self._view.document())
        cursor.beginEditBlock()
        written = 0
        for paragraph in paragraphs:
            self._begin_block(cursor, place + written, self._block_format(paragraph))
            self._write(cursor, paragraph)
            written += 1
            self._count += 1
        cursor.endEditBlock()
        return written

    def _begin_block(self, cursor: QTextCursor, place: int, looks: QTextBlockFormat) -> None:
        if self._count == 0:
            cursor.setBlockFormat(looks)
        elif place == 0:
            cursor.insertBlock(cursor.blockFormat())  # the former first paragraph continues in it
            cursor.setPosition(0)
            cursor.setBlockFormat(looks)
        else:
            if cursor.blockNumber() != place - 1 or not cursor.atBlockEnd():
                before = self._view.document().findBlockByNumber(place - 1)
                cursor.setPosition(before.position() + before.length() - 1)
            cursor.insertBlock(looks)

    def _write(self, cursor: QTextCursor, paragraph: SheetParagraph) -> None:
        for gap, run, _ in paragraph.spelled():
            if gap:
                cursor.insertText(gap, self._formats[TextRole.GAP])
            looks = self._run_format(run)
            move = run.text[: len(run.text) - run.signs]
            signs = run.text[len(move) :]
            cursor.insertText(move.translate(_ONE_BLOCK), looks)
            if signs:
                signed = QTextCharFormat(looks)
                signed.setForeground(QColor(theme.sign_colour(signs)))
                cursor.insertText(signs, signed)

    def _run_format(self, run: TextRun) -> QTextCharFormat:
        leads = run.node if run.about is None else run.about
        if leads is None:
            return self._formats[run.role]
        made = QTextCharFormat(self._formats[run.role])
        made.setAnchor(True)
        made.setAnchorHref(f"{'proof' if run.role is TextRole.CLAIM else 'move'}:{leads}")
        return made

    def _block_format(self, paragraph: SheetParagraph) -> QTextBlockFormat:
        """Returns the format of a paragraph; formats are cached by kind."""
        depth = min(paragraph.depth, _DEEPEST_INDENT)
        is_result = paragraph.runs[0].role is TextRole.RESULT
        kind = (paragraph.is_row, paragraph.detailed, paragraph.running, is_result, depth)
        if kind not in self._blocks:
            self._blocks[kind] = self._made_block_format(*kind)
        if not paragraph.opens:
            return self._blocks[kind]
        made = QTextBlockFormat(self._blocks[kind])
        made.setProperty(OPENS, paragraph.opens)
        return made

    def _made_block_format(
        self, is_row: bool, detailed: bool, running: bool, is_result: bool, depth: int
    ) -> QTextBlockFormat:
        made = QTextBlockFormat()
        made.setLineHeight(132, int(QTextBlockFormat.LineHeightTypes.ProportionalHeight.value))
        if is_row:
            text = QFontMetricsF(theme.font(theme.BODY))
            number, column = text.horizontalAdvance("000. "), text.horizontalAdvance("Nbxd7+!? +=0000")
            move = QFontMetricsF(theme.font(theme.BODY, bold=True)).horizontalAdvance("Q" + "0" * COLUMN_SIGNS)
            if self._detailed:
                small = QFontMetricsF(theme.font(theme.SMALL))
                column = max(column, move + small.horizontalAdvance("+0.00 0:00:00 "))
            stops = (number, number + move, number + column, number + column + move)
            made.setTabPositions(
                [QTextOption.Tab(at, QTextOption.TabType.LeftTab) for at in (stops if detailed else stops[::2])]
            )
        elif is_result:
            made.setTopMargin(2 * theme.SPACE)
        elif not running:
            made.setLeftMargin(theme.scaled(_INDENT) * (1 + depth))
        return made

    # Documents of closed games

    def _change_document(self) -> None:
        before = self._view.document()
        fresh = QTextDocument(self._view)
        fresh.setUndoRedoEnabled(False)
        fresh.setDefaultFont(before.defaultFont())
        fresh.setDocumentMargin(2 * theme.SPACE)
        layout = SheetLayout(fresh, self._view)
        fresh.setDocumentLayout(layout)
        layout.setPaintDevice(self._view.viewport())
        self._view.setExtraSelections([])
        self._view.setDocument(fresh)

    @Slot()
    def _empty_old(self) -> None:
        if not self._old:
            self._timer.stop()
            return
        old = self._old[-1]
        old.setLayoutEnabled(False)
        if old.blockCount() <= MOST_REMOVED:
            self._old.pop().deleteLater()
            return
        cursor = QTextCursor(old)
        _select(cursor, old.blockCount() - MOST_REMOVED, old.blockCount())
        cursor.removeSelectedText()


def _select(cursor: QTextCursor, start: int, stop: int) -> None:
    """Selects paragraphs including the boundary to the remaining ones."""
    document = cursor.document()
    if start:
        before, last = document.findBlockByNumber(start - 1), document.findBlockByNumber(stop - 1)
        cursor.setPosition(before.position() + before.length() - 1)
        cursor.setPosition(last.position() + last.length() - 1, QTextCursor.MoveMode.KeepAnchor)
    else:
        cursor.setPosition(0)
        cursor.setPosition(document.findBlockByNumber(stop).position(), QTextCursor.MoveMode.KeepAnchor)


def _formats() -> dict[TextRole, QTextCharFormat]:
    c = theme.colours()
    looks = {
        TextRole.NUMBER: (c.quiet, QFont.Weight.Normal),
        TextRole.MOVE: (c.ink, QFont.Weight.DemiBold),
        TextRole.VARIATION: (c.ink, QFont.Weight.Normal),
        TextRole.COMMENT: (c.quiet, QFont.Weight.Normal),
        TextRole.CLAIM: (c.ink, QFont.Weight.Normal),
        TextRole.RESULT: (c.accent, QFont.Weight.DemiBold),
        TextRole.GAP: (c.quiet, QFont.Weight.Normal),
        TextRole.DETAIL: (c.quiet, QFont.Weight.Normal),
        TextRole.UNREAD: (c.warning, QFont.Weight.Normal),
    }
    made = {}
    for role, (colour, weight) in looks.items():
        text = QTextCharFormat()
        text.setFont(
            theme.font(
                theme.SMALL if role is TextRole.DETAIL else theme.BODY, monospaced_digits=role is TextRole.DETAIL
            )
        )
        text.setFontWeight(weight)
        text.setForeground(QColor(colour))
        if role is TextRole.UNREAD:
            text.setFontItalic(True)
            text.setUnderlineStyle(QTextCharFormat.UnderlineStyle.DotLine)
        made[role] = text
    return made
