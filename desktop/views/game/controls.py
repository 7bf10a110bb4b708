"""The control row below the board: navigation, move entry, and the game's actions."""

from PySide6.QtCore import QEvent, Qt, Signal, Slot
from PySide6.QtGui import QAction, QFocusEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QLineEdit, QToolButton, QWidget

from desktop.views.kit import geometry, theme
from desktop.views.kit.layouts import STRETCH, Spacing, in_row

_WIDEST = 140  # pixels of the entry while the user does not type
_TYPING_WIDTH = 260
_WORDED = 4  # tools that have words where there is room; their pictures alone are riddles
_BESIDE_WORD = 36  # pixels of a button with a word: its icon and edges
_ANY = (1 << 24) - 1  # Qt's limit of a width
_ROOMY = 560  # pixels of the row from which everything fits
WIDTH, _NARROW = 30, 24  # pixels of a button
_LEAST_TOOLS = 8  # buttons of a narrow row
_SHORT = 44  # pixels of the entry in a narrow row
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
    if not action.isVisible():  # it has no parent yet: shown now, it would be a window of its own
        button.hide()
    return button


def _set_words(button: QToolButton, shown: bool) -> None:
    """Shows the action's name beside its icon, or the icon alone."""
    style = Qt.ToolButtonStyle
    button.setToolButtonStyle(style.ToolButtonTextBesideIcon if shown else style.ToolButtonIconOnly)
    if shown:
        button.setMinimumWidth(0)
        button.setMaximumWidth(_ANY)


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
        keys = ("take_back", "hint", "draw", "resign", "adjourn", "go_on", "flip")
        self._tools = [_shown_with(actions[key], tool_button(actions[key])) for key in keys]
        row = in_row(
            *self._walking, Spacing(1), (self.entry, 1), (STRETCH, 0), Spacing(1), inside=self, margins=0, spacing=0
        )
        for tool in self._tools:
            row.addWidget(tool)
        self.entry.typing.connect(self._make_room)
        self.setFixedHeight(geometry.controls())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Moves the buttons together in a narrow row, which shows neither first nor last; shows words in a wide one."""
        super().resizeEvent(event)
        narrow = self.width() < 10 * theme.scaled(WIDTH) + 2 * theme.SPACE + theme.scaled(_NARROWEST)
        words = self.width() >= self.worded_width()
        share = (self.width() - 2 * theme.SPACE - theme.scaled(_SHORT)) // _LEAST_TOOLS
        for button in (*self._walking, *self._tools):
            button.setFixedWidth(min(theme.scaled(_NARROW), share) if narrow else theme.scaled(WIDTH))
        for button in self._tools[:_WORDED]:
            _set_words(button, words)
        for button in (self._walking[0], self._walking[-1]):
            button.setVisible(not narrow)
        self.entry.setPlaceholderText("/" if narrow else self.entry.tr("Move"))
        self.entry.setMinimumWidth(theme.scaled(_SHORT if narrow else _NARROWEST))

    def worded_width(self) -> int:
        """The width from which tools have words."""
        texts = [button.defaultAction().iconText() for button in self._tools[:_WORDED]]
        words = sum(self.fontMetrics().horizontalAdvance(text) + theme.scaled(_BESIDE_WORD) for text in texts)
        return words + theme.scaled(6 * WIDTH + _WIDEST) + 2 * theme.SPACE

    @Slot(bool)
    def _make_room(self, typing: bool) -> None:
        """Widens the entry while the user types a question. In a narrow window it replaces the navigation buttons then."""
        narrow = self.width() < theme.scaled(_ROOMY)
        ends = self.width() >= 10 * theme.scaled(WIDTH) + 2 * theme.SPACE + theme.scaled(_NARROWEST)
        for button in self._walking:
            button.setVisible(not (typing and narrow) and (ends or button in self._walking[1:3]))
        self.entry.setMaximumWidth(theme.scaled(_TYPING_WIDTH if typing else _WIDEST))
