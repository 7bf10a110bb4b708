"""Prints games on paper and to PDF: one or two columns, page numbers below, the players above.

First all games are laid out, then the pages are painted. Between two games and two pages the caller may process events
or stop.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import (
    QFont,
    QImage,
    QPagedPaintDevice,
    QPageLayout,
    QPageSize,
    QPainter,
    QPdfWriter,
    QTextDocument,
    QTextLine,
)

from desktop.views.game.game_document import KEPT, game_document
from engine.publishing.document import Block

MARGINS = QMarginsF(16, 15, 16, 12)  # millimetres
_TWO_COLUMNS_MM = 140.0  # a text area of this width has room for two columns
_GAP_MM, _EDGE_MM = 8.0, 8.0  # between columns; for the title above the columns and the number below them
_GAME_MM = 6.0  # between two games
_LEAST_COLUMN_MM = 90.0  # shorter columns are merged into one


class PreviewSheet(QImage):
    """A white picture of the size of a page's text area, for a preview."""

    def __init__(self, size: QSizeF, dots_per_inch: float) -> None:
        super().__init__(size.toSize(), QImage.Format.Format_RGB32)
        self.fill(Qt.GlobalColor.white)
        self.setDotsPerMeterX(round(dots_per_inch / 0.0254))
        self.setDotsPerMeterY(round(dots_per_inch / 0.0254))

    def newPage(self) -> bool:
        """Returns False: the preview has a single page."""
        return False


class PrintJob(NamedTuple):
    """A game to print: the title of its pages, and its blocks."""

    title: str
    blocks: Sequence[Block]


class _UnbrokenLines(NamedTuple):
    """Lines that stay together.

    `gap`: the space above, except at the top of a column. `lines`: with their offset from the first.
    """

    title: str
    gap: float
    height: float
    lines: list[tuple[QPointF, QTextLine]]


class PrintPages:
    """Collects games for a device and paints them. `columns`: 2 becomes 1 on a narrow page."""

    def __init__(self, device: QPagedPaintDevice | PreviewSheet, columns: int = 2) -> None:
        self._device = device
        self._dots = device.logicalDpiX() / 25.4
        self._page = QRectF(0, 0, device.width(), device.height())
        self._edge, gap = _EDGE_MM * self._dots, _GAP_MM * self._dots
        self._columns = columns if self._page.width() >= _TWO_COLUMNS_MM * self._dots else 1
        width = (self._page.width() - gap * (self._columns - 1)) / self._columns
        self._step = width + gap
        self._column = QSizeF(width, self._page.height() - 2 * self._edge)
        self._pieces: list[_UnbrokenLines] = []
        self._documents: list[QTextDocument] = []  # owns the lines

    def add(self, game: PrintJob) -> None:
        document = game_document(game.blocks, self._device.logicalDpiX())
        document.documentLayout().setPaintDevice(self._device)
        document.setTextWidth(self._column.width())
        document.documentLayout().documentSize()  # lays it out completely
        self._documents.append(document)
        self._pieces += _pieces(document, game.title, _GAME_MM * self._dots if self._pieces else 0.0)

    def paint(self, painter: QPainter, *, counted: bool = True) -> Iterator[int]:
        """Paints all pages. Yields the number of each painted page. `counted`: with the number of all pages below each."""
        height = self._column.height()
        pages, start = [0], 0
        while (stop := self._fitting(start, height)) < len(self._pieces):
            pages.append(start := stop)
        pages.append(len(self._pieces))
        for number in range(1, len(pages)):
            if number > 1:
                self._device.newPage()
            first, stop = pages[number - 1], pages[number]
            height = self._balanced(first) if stop == len(self._pieces) else self._column.height()
            for at, column, top in self._placed(first, height):
                if at >= stop:
                    break
                place = QPointF(column * self._step, self._edge + top)
                for origin, line in self._pieces[at].lines:
                    line.draw(painter, place + origin)
            title = self._pieces[first].title if number > 1 and self._pieces else ""
            self._edges(painter, title, f"{number} / {len(pages) - 1}" if counted else str(number))
            yield number

    def _placed(self, start: int, height: float) -> Iterator[tuple[int, int, float]]:
        """Yields the place of each piece: its number, column and distance from the top; columns are numbered without limit."""
        column, bottom = 0, 0.0
        for at in range(start, len(self._pieces)):
            piece = self._pieces[at]
            top = bottom + piece.gap if bottom else 0.0
            if bottom and top + piece.height > height:
                column, top = column + 1, 0.0
            bottom = top + piece.height
            yield at, column, top

    def _fitting(self, start: int, height: float) -> int:
        """Returns the first piece that does not fit on the page that begins with `start`."""
        placed = self._placed(start, height)
        return next((at for at, column, _ in placed if column >= self._columns), len(self._pieces))

    def _balanced(self, start: int) -> float:
        """Returns the height at which the columns of the last page are equal; short text stays in one column."""
        least, low, high = _LEAST_COLUMN_MM * self._dots, 0.0, self._column.height()
        if self._columns == 1:
            return high
        if all(column == 0 for _, column, _ in self._placed(start, least)):
            return least
        while high - low > 2 * self._dots:
            middle = (low + high) / 2
            low, high = (low, middle) if self._fitting(start, middle) == len(self._pieces) else (middle, high)
        return high

    def _edges(self, painter: QPainter, title: str, number: str) -> None:
        """Paints the page number below and the title above."""
        font = QFont(self._documents[0].defaultFont() if self._documents else QFont())
        font.setPointSizeF(8.5)
        painter.setFont(font)
        painter.setPen(Qt.GlobalColor.black)
        page, centre = self._page, Qt.AlignmentFlag.AlignHCenter
        foot = QRectF(0, page.bottom() - self._edge, page.width(), self._edge)
        painter.drawText(foot, centre | Qt.AlignmentFlag.AlignBottom, number)
        title = painter.fontMetrics().elidedText(title, Qt.TextElideMode.ElideRight, int(page.width()))
        painter.drawText(QRectF(0, 0, page.width(), self._edge), centre | Qt.AlignmentFlag.AlignTop, title)


def _pieces(document: QTextDocument, title: str, gap: float) -> Iterator[_UnbrokenLines]:
    """Yields the lines of a document as pieces: a heading with the line after it, the result with the line before it.

    Each line is drawn separately: drawing a part of a document would write the lines at its borders twice, hidden by
    the clip but visible to programs that read the file.
    """
    lines: list[tuple[QPointF, QTextLine]] = []
    top = bottom = before = 0.0
    block = document.begin()
    while block.isValid():
        layout = block.layout()
        origin = layout.position()
        for number in range(layout.lineCount()):
            line = layout.lineAt(number)
            line_top = origin.y() + line.y()
            if not lines:
                top, gap = line_top, gap + max(0.0, line_top - before)
            bottom = line_top + line.height()
            lines.append((QPointF(origin.x(), origin.y() - top), line))
            above_result = block.next() == document.lastBlock() and number == layout.lineCount() - 1
            if not block.blockFormat().hasProperty(KEPT) and not above_result:
                yield _UnbrokenLines(title, gap, bottom - top, lines)
                lines, gap, before = [], 0.0, bottom
        block = block.next()
    if lines:
        yield _UnbrokenLines(title, gap, bottom - top, lines)


def printing(games: Iterator[PrintJob], device: QPagedPaintDevice, columns: int = 2) -> Iterator[int]:
    """Prints games step by step: yields the number of games laid out so far, then of pages painted."""
    pages = PrintPages(device, columns)
    for count, game in enumerate(games, 1):
        pages.add(game)
        yield count
    with QPainter(device) as painter:
        painter.setRenderHint(QPainter.RenderHint.LosslessImageRendering)
        yield from pages.paint(painter)


def pdf(games: Iterator[PrintJob], title: str, columns: int = 2) -> Iterator[bytes]:
    """Makes an A4 PDF file step by step: yields empty parts, and the content last."""
    content = QByteArray()
    buffer = QBuffer(content)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setPageSize(QPageSize(QPageSize.PageSizeId.A4))
    writer.setPageMargins(MARGINS, QPageLayout.Unit.Millimeter)
    writer.setCreator("Ratsu")
    writer.setTitle(title)
    for _ in printing(games, writer, columns):
        yield b""
    buffer.close()
    yield bytes(content.data())
