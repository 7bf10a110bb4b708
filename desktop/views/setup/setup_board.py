"""The board of the position editor: puts pieces down, carries them, takes them away. It knows no chess."""

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
    """Left: puts the chosen piece down (held: fills), or with the hand carries one. Right: takes away.

    Keys: cursor keys move the frame; a piece's letter (K Q R B N P, with Shift for White) puts it down, Delete takes away.
    """

    put = Signal(int, str)  # square, letter; an empty text takes away
    carried = Signal(int, int)
    fitted = Signal(int)  # where the squares begin, in pixels from the left

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.tool = HAND
        self._fill: str | None = None  # what the held button puts down
        self._ghost: tuple[str, QPointF] | None = None
        self.squares.pressed.connect(self._press)
        self._place = 0  # where the keyboard is; its frame is shown once it is used
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("Board of the position editor"))

    def show_pieces(self, pieces: dict[int, str]) -> None:
        """Draws other pieces."""
        self.scene = BoardScene(pieces=pieces)
        self._describe()
        self.update()

    def show_ghost(self, letter: str, place: QPointF) -> None:
        """A piece that is being dragged here from the palette."""
        self._ghost = (letter, place)
        self.update()

    def drop_ghost(self, letter: str, place: QPointF) -> None:
        """The piece from the palette is let go."""
        self._ghost = None
        square = self.geometry_now.square_at(place)
        if square is not None:
            self.put.emit(square, letter)
        self.update()

    def fit(self) -> None:
        """Fits the board and says where its squares begin."""
        super().fit()
        self.fitted.emit(round(self.geometry_now.rect(56 if not self.flipped else 7).left()))

    def paintEvent(self, event: QPaintEvent) -> None:
        """The board; above it the piece from the palette."""
        super().paintEvent(event)
        if self._ghost is None:
            return
        letter, place = self._ghost
        side = self.geometry_now.side
        painter = QPainter(self)
        square = self.geometry_now.square_at(place)
        if square is not None:
            paint.paint_last_move(painter, self.geometry_now, (square, square), board_style().theme)
        picture = self._pieces.picture(letter, side, self.devicePixelRatioF())
        painter.drawPixmap(QRectF(place.x() - side / 2, place.y() - side / 2, side, side).topLeft(), picture)

    # The mouse

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begins to put down, to take away or to carry."""
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
        """Fills or takes away every square passed; carries."""
        self._mouse = event.position()
        square = self.geometry_now.square_at(self._mouse)
        if self._fill is not None and square is not None and self.scene.pieces.get(square, "") != self._fill:
            self.put.emit(square, self._fill)
        self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Puts down what was carried; beside the board it is gone."""
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
        """See the class."""
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
        """Puts the chosen piece down or takes away; with the hand picks up, and puts down where it is pressed next."""
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
