"""The bar at the left edge: a button for each mode, and two actions that are always needed."""

from enum import Enum

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QButtonGroup, QFrame, QToolButton, QVBoxLayout, QWidget

from desktop.views.kit import geometry, theme
from desktop.views.kit.buttons import icon_button
from desktop.views.kit.foreign_text import ForeignText
from desktop.views.kit.icons import icon
from desktop.views.kit.messages import plain_label

# Pixels of height per button: for the roomy look, for icon and text, and for the padding, which does not grow with the text.
_ROOMY, _WORDED, _AROUND = 66, 35, 11

_MOST_DUE = 99  # positions; a larger number would hide the icon


class Mode(Enum):
    """A mode of the window. Each shows other panels or a page; all share the current game."""

    HOME = "home"
    PLAY = "play"
    ANALYSE = "analyse"
    BOOK = "book"
    GAMES = "games"
    TABLES = "tables"
    TRAIN = "train"
    MIRROR = "mirror"
    NIGHT = "night"
    WORLD = "world"
    LABORATORY = "laboratory"


# Modes without a button -> the button that is checked for them and leads back.
_BELOW = {Mode.MIRROR: Mode.TRAIN, Mode.NIGHT: Mode.ANALYSE, Mode.WORLD: Mode.GAMES, Mode.LABORATORY: Mode.ANALYSE}


class ModeBar(QFrame):
    """A button for each mode, and actions below."""

    mode_chosen = Signal(object)  # Mode
    mode_shown = Signal()  # `shown` has changed

    def __init__(self, actions: dict[str, QAction], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("look", "mode-bar")
        self.setFixedWidth(geometry.mode_bar())
        self._modes = QButtonGroup(self)
        self.buttons: dict[Mode, QToolButton] = {}
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.SPACE, 2 * theme.SPACE, theme.SPACE, 2 * theme.SPACE)
        column.setSpacing(theme.SPACE)
        texts = {
            Mode.HOME: (self.tr("Home"), "house"),
            Mode.PLAY: (self.tr("Play"), "horse"),
            Mode.ANALYSE: (self.tr("Analyse"), "flask"),
            Mode.BOOK: (self.tr("Book"), "book-open"),
            Mode.TABLES: (self.tr("Tables"), "database"),
            Mode.TRAIN: (self.tr("Train"), "barbell"),
            Mode.GAMES: (self.tr("Games"), "list-bullets"),
        }
        for mode, (text, picture) in texts.items():
            button = self._button(text, picture)
            button.setCheckable(True)
            button.setAutoExclusive(True)  # a screen reader then calls it one of several
            button.clicked.connect(lambda _checked=False, chosen=mode: self.mode_chosen.emit(chosen))
            self._modes.addButton(button)
            self.buttons[mode] = button
            column.addWidget(button)
        column.addStretch(1)
        for key, text, picture in (
            ("new_game", self.tr("New"), "plus"),
            ("open", self.tr("Open"), "folder-open"),
            ("settings", self.tr("Settings"), "gear-six"),
        ):
            button = self._button(text, picture)
            button.setToolTip(ForeignText(actions[key].toolTip()).tip)
            button.clicked.connect(actions[key].trigger)
            column.addWidget(button)
        # Beside the icon, because the longest word of a language leaves no room for a number.
        self.badge = plain_label(look="badge")
        self.badge.setIndent(0)
        self.badge.setParent(self.buttons[Mode.TRAIN])
        self.badge.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.badge.hide()
        self._column = column
        self.show_mode(Mode.PLAY)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Moves the buttons closer if the bar is low, and hides their texts if it is lower still. A text is never cut."""
        super().resizeEvent(event)
        buttons = self.findChildren(QToolButton)
        room = self.height() // len(buttons)
        look, picture = ("mode-bar", 24) if room >= theme.scaled(_ROOMY) else ("mode-bar-low", 20)
        worded = room >= theme.scaled(_WORDED) + _AROUND
        style = Qt.ToolButtonStyle.ToolButtonTextUnderIcon if worded else Qt.ToolButtonStyle.ToolButtonIconOnly
        self._column.setSpacing(theme.SPACE if look == "mode-bar" else 0)
        side = theme.SPACE, (2 if look == "mode-bar" else 1) * theme.SPACE
        self._column.setContentsMargins(*side, *side)
        for button in buttons:
            button.setToolButtonStyle(style)
            button.setIconSize(theme.size(picture, picture))
            if button.property("look") != look:
                button.setProperty("look", look)
                button.style().polish(button)

    def _button(self, text: str, picture: str) -> QToolButton:
        button = icon_button(picture, text, tip="")
        button.setProperty("look", "mode-bar")
        button.setText(text)
        button.setIconSize(theme.size(24, 24))
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextUnderIcon)
        button.setFixedWidth(geometry.mode_bar() - 2 * theme.SPACE)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        return button

    def show_due(self, due: int) -> None:
        """Shows the number of positions due for training on its button."""
        button, text = self.buttons[Mode.TRAIN], self.tr("Train")
        button.setAccessibleName(self.tr("%1, %2 due").replace("%1", text).replace("%2", str(due)))
        self.badge.setText(str(due) if due <= _MOST_DUE else f"{_MOST_DUE}+")
        self.badge.setVisible(due > 0)
        self.badge.adjustSize()
        self.badge.move(button.width() - self.badge.width() - 2, 2)

    def show_clock(self, time: str) -> None:
        """Shows the time of a running clock that is out of sight, in place of the word Play; empty restores the word."""
        button = self.buttons[Mode.PLAY]
        if button.text() != (time or self.tr("Play")):
            button.setText(time or self.tr("Play"))
            button.setIcon(icon("timer" if time else "horse"))
            name = self.tr("Play; the clock of a game that is not shown runs: %1").replace("%1", time)
            button.setAccessibleName(name if time else self.tr("Play"))

    def show_mode(self, mode: Mode) -> None:
        """Marks a mode as current."""
        self.shown = mode
        self.buttons[_BELOW.get(mode, mode)].setChecked(True)
        self.mode_shown.emit()
