"""Documents on paper and in PDF files: two columns where the page is wide enough, page numbers, the title above."""

from collections.abc import Callable, Iterator

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import (
    QFont,
    QPagedPaintDevice,
    QPageLayout,
    QPageSize,
    QPainter,
    QPdfWriter,
    QTextDocument,
    QTextLine,
)

MakeDocument = Callable[[float], QTextDocument]  # gets the dots per inch of the device
MARGINS = QMarginsF(16, 15, 16, 12)  # millimetres
_TWO_COLUMNS_MM = 140.0  # a page whose text is this wide has two
_GAP_MM, _EDGE_MM = 8.0, 8.0  # between columns; for the title above the columns, and for the number below them
_LEAST_COLUMN_MM = 90.0  # what is shorter is in one column


def print_document(make: MakeDocument, device: QPagedPaintDevice) -> int:
    """Paints all of the document that is made for this device. Returns the number of pages."""
    document = make(device.logicalDpiX())
    painter = QPainter(device)
    painter.setRenderHint(QPainter.RenderHint.LosslessImageRendering)
    dots = device.logicalDpiX() / 25.4
    page = QRectF(0, 0, device.width(), device.height())
    edge, gap = _EDGE_MM * dots, _GAP_MM * dots
    columns = 2 if page.width() >= _TWO_COLUMNS_MM * dots else 1
    column = QSizeF((page.width() - gap * (columns - 1)) / columns, page.height() - 2 * edge)
    document.documentLayout().setPaintDevice(device)
    document.setPageSize(column)
    column = _balanced(document, column, columns, dots)
    pages = -(-document.pageCount() // columns)
    number = 1
    for part, origin, line in _lines(document, column.height()):
        while part // columns >= number:
            _edges(painter, document, page, edge, (number, pages))
            device.newPage()
            number += 1
        place = QPointF((part % columns) * (column.width() + gap), edge - part * column.height())
        line.draw(painter, origin + place)
    _edges(painter, document, page, edge, (number, pages))
    painter.end()
    return number


def _lines(document: QTextDocument, height: float) -> Iterator[tuple[int, QPointF, QTextLine]]:
    """Every line with its column and the place of its paragraph. (A column drawn as a whole would hold the last line of the
    column before it too, cut off for the eye but not for programs that read the file.)"""
    block = document.begin()
    while block.isValid():
        layout = block.layout()
        origin = layout.position()
        for number in range(layout.lineCount()):
            line = layout.lineAt(number)
            middle = origin.y() + line.y() + line.height() / 2  # the first line of a column begins a little above it
            yield int(middle // height), origin, line
        block = block.next()


def _balanced(document: QTextDocument, column: QSizeF, columns: int, dots: float) -> QSizeF:
    """What fits on one page is in columns of one height, so that none is empty."""
    if columns == 1 or document.pageCount() > columns:
        return column
    low, high = _LEAST_COLUMN_MM * dots, column.height()
    while high - low > 2 * dots:
        middle = (low + high) / 2
        document.setPageSize(QSizeF(column.width(), middle))
        low, high = (low, middle) if document.pageCount() <= columns else (middle, high)
    document.setPageSize(QSizeF(column.width(), high))
    return QSizeF(column.width(), high)


def _edges(painter: QPainter, document: QTextDocument, page: QRectF, edge: float, number: tuple[int, int]) -> None:
    """The number of the page below; from the second page on the title above."""
    font = QFont(document.defaultFont())
    font.setPointSizeF(8.5)
    painter.setFont(font)
    painter.setPen(Qt.GlobalColor.black)
    centre = Qt.AlignmentFlag.AlignHCenter
    foot = QRectF(0, page.bottom() - edge, page.width(), edge)
    painter.drawText(foot, centre | Qt.AlignmentFlag.AlignBottom, f"{number[0]} / {number[1]}")
    if number[0] > 1:
        title = document.metaInformation(QTextDocument.MetaInformation.DocumentTitle)
        title = painter.fontMetrics().elidedText(title, Qt.TextElideMode.ElideRight, int(page.width()))
        painter.drawText(QRectF(0, 0, page.width(), edge), centre | Qt.AlignmentFlag.AlignTop, title)


def pdf(make: MakeDocument, title: str) -> bytes:
    """The document as a PDF file, A4."""
    content = QByteArray()
    buffer = QBuffer(content)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setPageSize(QPageSize(QPageSize.PageSizeId.A4))
    writer.setPageMargins(MARGINS, QPageLayout.Unit.Millimeter)
    writer.setCreator("Ratsu")
    writer.setTitle(title)
    print_document(make, writer)
    buffer.close()
    return bytes(content.data())
