"""The bar of results beside a move: shares of games won, drawn and lost."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from desktop.views.kit import theme


def paint_results(
    painter: QPainter, rect: QRectF, counts: tuple[float, float, float], colours: tuple[str, str]
) -> None:
    """Paints the shares of three numbers. `colours`: of the first and the last; the middle is drawn games."""
    c, total = theme.colours(), sum(counts)
    x = rect.left()
    for count, colour in zip(counts, (colours[0], c.line, colours[1]), strict=True):
        width = rect.width() * count / total if total else 0.0
        painter.fillRect(QRectF(x, rect.top(), width, rect.height()), QColor(colour))
        x += width
    painter.setOpacity(1.0)
    painter.setPen(QColor(c.line))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(rect)
