"""The board of the position editor: places, moves and removes pieces. It knows no rules."""

from PySide6.QtCore import QPointF, QRectF, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from desktop.views.board import board_painter as paint
from desktop.views.board.board_canvas import BoardCanvas
from desktop.views.board.board_scene import BoardScene, square_words
from desktop.views.board.board_style import board_style

HAND = "hand"
ERASER = "eraser"
_STEPS: dict[int, tuple[int, int]] = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, 1),
    Qt.Key.Key_Down: (0, -1),
}


class SetupBoard(BoardCanvas):
    """Left button: places the chosen piece (dragging fills squares), or moves one with the hand tool. Right button: removes.

    Keys: arrows move the frame; a piece letter (K Q R B N P, with Shift for White) places that piece, Delete removes one.
    """

    put = Signal(int, str)  # square, letter; an empty letter removes the piece
    carried = Signal(int, int)
    fitted = Signal(int)  # the left edge of the squares in pixels

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.tool = HAND
        self._fill: str | None = None  # the letter that dragging places
        self._ghost: tuple[str, QPointF] | None = None
        self.squares.pressed.connect(self._press)
        self._place = 0  # the keyboard's square; framed once a key is used
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("Board of the position editor"))

    def show_pieces(self, pieces: dict[int, str]) -> None:
        """Shows pieces by square."""
        self.scene = BoardScene(pieces=pieces)
        self._describe()
        self.update()

    def show_ghost(self, letter: str, place: QPointF) -> None:
        """Shows a piece that is dragged here from the palette."""
        self._ghost = (letter, place)
        self.update()

    def drop_ghost(self, letter: str, place: QPointF) -> None:
        """Places the piece dragged from the palette."""
        self._ghost = None
        square = self.geometry_now.square_at(place)
        if square is not None:
            self.put.emit(square, letter)
        self.update()

    def fit(self) -> None:
        """Fits the board to the widget, and reports the left edge of its squares."""
        super().fit()
        self.fitted.emit(round(self.geometry_now.rect(56 if not self.flipped else 7).left()))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paints the board, and on top the piece dragged from the palette."""
        super().paintEvent(event)
        if self._ghost is None:
            return
        letter, place = self._ghost
        side = self.geometry_now.side
        with QPainter(self) as painter:
            square = self.geometry_now.square_at(place)
            if square is not None:
                paint.paint_last_move(painter, self.geometry_now, (square, square), board_style().theme)
            picture = self._pieces.picture(letter, side, self.devicePixelRatioF())
            painter.drawPixmap(QRectF(place.x() - side / 2, place.y() - side / 2, side, side).topLeft(), picture)

    # The mouse

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begins to place, remove or move a piece."""
        self._mouse = event.position()
        square = self.geometry_now.square_at(self._mouse)
        if square is None:
            return
        self._place, self._cursor = square, None
        standing = self.scene.pieces.get(square, "")
        if event.button() == Qt.MouseButton.RightButton or self.tool == ERASER:
            self._fill = ""
        elif event.button() != Qt.MouseButton.LeftButton:
            return
        elif self.tool == HAND:
            if standing:
                self._selected, self._dragging = square, True
            self.update()
            return
        else:
            self._fill = "" if standing == self.tool else self.tool
        self.put.emit(square, self._fill)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Places or removes pieces on every square passed, or moves the piece."""
        self._mouse = event.position()
        square = self.geometry_now.square_at(self._mouse)
        if self._fill is not None and square is not None and self.scene.pieces.get(square, "") != self._fill:
            self.put.emit(square, self._fill)
        self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Drops the moved piece; outside the board it is removed."""
        start, self._selected, self._dragging, self._fill = self._selected, None, False, None
        if start is not None:
            square = self.geometry_now.square_at(event.position())
            if square is None:
                self.put.emit(start, "")
            elif square != start:
                self.carried.emit(start, square)
        self.update()

    # The keyboard

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Handles the keys of the class docstring."""
        letter, place = event.text(), self._place
        if event.key() in _STEPS and not event.modifiers():
            files, ranks = _STEPS[event.key()]
            sign = -1 if self.flipped else 1
            file = min(7, max(0, (place & 7) + sign * files))
            self._place = 8 * min(7, max(0, (place >> 3) + sign * ranks)) + file
            self._cursor = self._place
            self.squares.focus_square(self._place)
            self._describe()
            self.update()
        elif event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.put.emit(place, "")
        elif letter and letter in "KQRBNPkqrbnp":
            self.put.emit(place, letter)
        elif event.key() == Qt.Key.Key_Space:
            self._press(place)
        else:
            super().keyPressEvent(event)

    @Slot(int)
    def _press(self, square: int) -> None:
        """Places the chosen piece or removes one. The hand tool picks up a piece and drops it on the next square pressed."""
        start, self._selected = self._selected, None
        if self.tool != HAND:
            self.put.emit(square, "" if self.tool == ERASER else self.tool)
        elif start is not None and start != square:
            self.carried.emit(start, square)
        elif start is None and square in self.scene.pieces:
            self._selected = square
        self.update()

    def _describe(self) -> None:
        self.setAccessibleDescription(square_words(self._place, self.scene.pieces.get(self._place, "")))
