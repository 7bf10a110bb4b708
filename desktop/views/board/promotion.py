"""The chooser of the promotion piece: a column of four over the promotion square."""

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from desktop.views.board.board_geometry import BoardGeometry
from desktop.views.board.board_pieces import PieceSet
from desktop.views.board.board_scene import piece_word
from desktop.views.kit.theme import RADIUS, colours

PIECES = "qnrb"


class PromotionChooser(QWidget):
    """Covers the board while a piece is chosen by mouse, cursor keys and Enter, or the piece's letter. Escape cancels."""

    chosen = Signal(str)  # one of "qnrb"
    cancelled = Signal()

    def __init__(self, parent: QWidget, pieces: PieceSet) -> None:
        super().__init__(parent)
        self._pieces = pieces
        self._geometry = BoardGeometry(0, 0, 1)
        self._square = 0
        self._white = True
        self._current = 0
        self._open = False
        self.setMouseTracking(True)
        self.setAccessibleName(self.tr("Promote to"))
        self.hide()

    def open(self, geometry: BoardGeometry, square: int, white: bool) -> None:
        """Shows the four pieces, the queen on the promotion square."""
        self._square, self._white, self._current = square, white, 0
        self._open = True
        self.place(geometry)
        self.show()
        self.raise_()
        self._describe()
        self.setFocus()  # a screen reader reads the description now

    def place(self, geometry: BoardGeometry) -> None:
        """Moves with the board when it is resized or flipped."""
        self._geometry = geometry
        parent = self.parentWidget()
        if parent is not None:
            self.setGeometry(parent.rect())
        self.update()

    def rect_of(self, index: int) -> QRectF:
        """Returns the rectangle of a choice; 0 is the queen."""
        first = self._geometry.rect(self._square)
        downwards = first.center().y() < self._geometry.board.center().y()
        return first.translated(0, index * first.height() * (1 if downwards else -1))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paints the dimmed board and the four pieces on cards."""
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.fillRect(self._geometry.board, QColor(0, 0, 0, 110))
            for index, letter in enumerate(PIECES):
                rect = self.rect_of(index)
                chosen = index == self._current
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(QColor(colours().accent if chosen else "#e9ece6"))
                painter.drawRoundedRect(rect.adjusted(1, 1, -1, -1), RADIUS, RADIUS)
                piece = letter.upper() if self._white else letter
                painter.drawPixmap(rect.topLeft(), self._pieces.picture(piece, rect.width(), self.devicePixelRatioF()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Marks the piece under the mouse."""
        index = self._index_at(event)
        if index is not None and index != self._current:
            self._current = index
            self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Chooses the piece under the mouse; a click outside the four cancels."""
        index = self._index_at(event)
        if index is None or event.button() != Qt.MouseButton.LeftButton:
            self._close(None)
        else:
            self._close(PIECES[index])

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Cursor keys, Enter, the letters Q N R B, Escape."""
        key, text = event.key(), event.text().lower()
        if text and text in PIECES:
            self._close(text)
        elif key == Qt.Key.Key_Escape:
            self._close(None)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self._close(PIECES[self._current])
        elif key in (Qt.Key.Key_Up, Qt.Key.Key_Left, Qt.Key.Key_Down, Qt.Key.Key_Right):
            step = 1 if key in (Qt.Key.Key_Down, Qt.Key.Key_Right) else -1
            upwards = self.rect_of(1).top() < self.rect_of(0).top()
            self._current = (self._current + (-step if upwards else step)) % len(PIECES)
            self._describe()
            self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Cancels when another widget takes the keyboard, but not when the whole window loses it."""
        if self._open and event.reason() not in (
            Qt.FocusReason.ActiveWindowFocusReason,
            Qt.FocusReason.PopupFocusReason,
        ):
            self._close(None)

    def _index_at(self, event: QMouseEvent) -> int | None:
        for index in range(len(PIECES)):
            if self.rect_of(index).contains(event.position()):
                return index
        return None

    def leave(self) -> None:
        """Closes.

        Returns the keyboard to the board, because Qt would give it to the next widget, which a screen reader
        announces.
        """
        self._open = False
        board = self.parentWidget()
        if self.hasFocus() and board is not None:
            board.setFocus()
        self.hide()

    def _close(self, piece: str | None) -> None:
        self.leave()
        if piece is None:
            self.cancelled.emit()
        else:
            self.chosen.emit(piece)

    def _describe(self) -> None:
        letter = PIECES[self._current]
        self.setAccessibleDescription(piece_word(letter.upper() if self._white else letter))
