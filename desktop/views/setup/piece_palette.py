"""The palette of the position editor: pieces to choose or drag onto the board, the hand tool and the eraser."""

from PySide6.QtCore import QPointF, QSize, Qt, Signal
from PySide6.QtGui import QIcon, QMouseEvent
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QToolButton, QWidget

from desktop.views.board.board_scene import piece_word
from desktop.views.board.board_style import board_style
from desktop.views.kit import theme
from desktop.views.kit.foreign_text import ForeignText
from desktop.views.kit.icons import icon
from desktop.views.setup.setup_board import ERASER, HAND

_SIDE = 40
_DRAG_START = 6.0  # pixels


class _Tool(QToolButton):
    """A tool button that also starts a drag."""

    dragged = Signal(str, QPointF)  # letter, position on the screen
    dropped = Signal(str, QPointF)

    def __init__(self, tool: str, name: str) -> None:
        super().__init__()
        self.tool = tool
        self._pressed: QPointF | None = None
        self._dragging = False
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        if tool not in (HAND, ERASER):
            self.setProperty("look", "palette")
        self.setIconSize(QSize(_SIDE - 8, _SIDE - 8))
        self.setFixedSize(_SIDE, _SIDE)
        self.setAccessibleName(name)
        self.setToolTip(ForeignText(name).tip)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Notes the start of a possible drag."""
        self._pressed = event.globalPosition()
        super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drags the piece over the board."""
        if self._pressed is not None and self.tool not in (HAND, ERASER):
            moved = event.globalPosition() - self._pressed
            self._dragging |= moved.manhattanLength() >= _DRAG_START
        if self._dragging:
            self.dragged.emit(self.tool, event.globalPosition())
        else:
            super().mouseMoveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Drops the piece; without a drag it counts as a click."""
        dragging, self._dragging, self._pressed = self._dragging, False, None
        if dragging:
            self.setDown(False)
            self.dropped.emit(self.tool, event.globalPosition())
        else:
            super().mouseReleaseEvent(event)


class PiecePalette(QWidget):
    """The pieces of one colour and one more tool, in a row."""

    chosen = Signal(str)  # a letter, HAND or ERASER
    dragged = Signal(str, QPointF)
    dropped = Signal(str, QPointF)

    def __init__(self, white: bool, group: QButtonGroup, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pieces = board_style().pieces
        self.tools: dict[str, _Tool] = {}
        row = self._row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.SPACE)
        extra = (HAND, self.tr("Hand: moves pieces")) if white else (ERASER, self.tr("Eraser: removes pieces"))
        letters = "KQRBNP" if white else "kqrbnp"
        for tool, name in (*((letter, piece_word(letter)) for letter in letters), extra):
            button = _Tool(tool, name)
            button.clicked.connect(lambda _checked=False, wanted=tool: self.chosen.emit(wanted))
            button.dragged.connect(self.dragged)
            button.dropped.connect(self.dropped)
            group.addButton(button)
            self.tools[tool] = button
            if tool == extra[0]:
                row.addStretch(1)
            row.addWidget(button)
        self._draw()

    def begin_at(self, left: int) -> None:
        """Aligns the row with the squares of the board."""
        self._row.setContentsMargins(left, 0, left, 0)

    def _draw(self) -> None:
        for tool, button in self.tools.items():
            if tool in (HAND, ERASER):
                button.setIcon(icon(tool))
            else:
                button.setIcon(QIcon(self._pieces.picture(tool, _SIDE - 8, max(2.0, self.devicePixelRatioF()))))
