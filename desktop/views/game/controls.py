"""The control row below the board: navigation, move entry, and the game's actions."""

from PySide6.QtCore import QEvent, Qt, Signal, Slot
from PySide6.QtGui import QAction, QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QLineEdit, QToolButton, QWidget

from desktop.views.kit import geometry, theme
from desktop.views.kit.layouts import STRETCH, Spacing, in_row

_WIDEST = 140  # pixels of the entry while the user does not type
_TYPING_WIDTH = 260
_ROOMY = 560  # pixels of the row from which everything fits
WIDTH = 30
_WALKING = (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Home, Qt.Key.Key_End)
_NARROWEST = 60  # pixels of the entry for its whole example; the row is then as wide as the narrowest window side


def tool_button(action: QAction, size: int = 20) -> QToolButton:
    """Returns a flat button of one action, with a name for screen readers."""
    button = QToolButton()
    button.setDefaultAction(action)
    button.setIconSize(theme.size(size, size))
    button.setFixedSize(theme.scaled(WIDTH), theme.scaled(36))
    button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
    button.setAccessibleName(action.toolTip())
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    return button


def _shown_with(action: QAction, button: QToolButton) -> QToolButton:
    """Shows the button only with its action: “adjourn” and “continue” share one place."""
    action.changed.connect(lambda: button.setVisible(action.isVisible()))
    button.setVisible(action.isVisible())
    return button


class MoveEntry(QLineEdit):
    """Accepts a move in SAN or coordinates. Enter plays it, Escape returns the keyboard focus to the board."""

    move_typed = Signal(str)
    left = Signal()
    typing = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setPlaceholderText(self.tr("Move"))
        self.setAccessibleName(self.tr("Type a move, such as Nf3 or g1f3, or ask: help"))
        self.setToolTip(self.tr("Type a move, such as Nf3 or g1f3, or ask: pieces, clocks, help (/)"))
        self.setMaxLength(80)
        self.setMinimumWidth(theme.scaled(_NARROWEST))
        self.setMaximumWidth(theme.scaled(_WIDEST))
        self.returnPressed.connect(self._entered)

    def _entered(self) -> None:
        text = self.text().strip()
        self.setText("")  # unlike `clear`, this leaves nothing to undo
        if text:
            self.move_typed.emit(text)

    def event(self, event: QEvent) -> bool:
        """Leaves keys to the window while the entry is empty: Ctrl combinations except Ctrl+V, and the cursor keys.

        Ctrl+E after a typed move comments on it. The cursor keys walk through the game.
        """
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and not self.text():
            control = event.modifiers() & Qt.KeyboardModifier.ControlModifier and event.key() != Qt.Key.Key_V
            if control or event.key() in _WALKING:
                return False
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape leaves. Ignores an initial `/`, the key that leads here: no move and no question begins with it."""
        if event.key() == Qt.Key.Key_Escape:
            self.clear()
            self.left.emit()
        elif event.text() != "/" or self.text():
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Selects the text, so that typing replaces it."""
        super().focusInEvent(event)
        self.selectAll()
        self.typing.emit(True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Reports that the user stopped typing."""
        super().focusOutEvent(event)
        self.typing.emit(False)


class ControlRow(QWidget):
    """First, previous, next, last; the entry; take back, hint, draw, resign, adjourn or continue."""

    def __init__(self, actions: dict[str, QAction], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.entry = MoveEntry()
        self._walking = [tool_button(actions[key]) for key in ("first", "back", "forward", "last")]
        row = in_row(
            *self._walking, Spacing(1), (self.entry, 1), (STRETCH, 0), Spacing(1), inside=self, margins=0, spacing=0
        )
        for key in ("take_back", "hint", "draw", "resign", "adjourn", "go_on", "flip"):
            row.addWidget(_shown_with(actions[key], tool_button(actions[key])))
        self.entry.typing.connect(self._make_room)
        self.setFixedHeight(geometry.controls())
        self.setMinimumWidth(10 * theme.scaled(WIDTH) + 2 * theme.SPACE + theme.scaled(_NARROWEST))

    @Slot(bool)
    def _make_room(self, typing: bool) -> None:
        """Widens the entry while the user types a question. In a narrow window it replaces the navigation buttons then."""
        narrow = self.width() < theme.scaled(_ROOMY)
        for button in self._walking:
            button.setVisible(not (typing and narrow))
        self.entry.setMaximumWidth(theme.scaled(_TYPING_WIDTH if typing else _WIDEST))
