"""Buttons with icon, tool tip, look and accessible name, made in one call. `clicked` is called on a click, `name` is for screen
readers."""

from collections.abc import Callable

from PySide6.QtCore import QElapsedTimer, SignalInstance
from PySide6.QtGui import QMouseEvent, QMoveEvent, QShowEvent
from PySide6.QtWidgets import QAbstractButton, QApplication, QPushButton, QToolButton

from desktop.views.kit.foreign_text import ForeignText
from desktop.views.kit.icons import icon

Clicked = Callable[..., object] | SignalInstance | None


class SettledButton(QPushButton):
    """A button that ignores the mouse for the length of a double click after it appears, moves or changes its purpose: such a
    click was meant for what was there before. The keyboard works at once."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self._there = QElapsedTimer()
        self._there.start()

    def settle(self) -> None:
        """Restarts the pause, for a button that stays in place but now acts on something new."""
        self._there.start()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._there.start()

    def moveEvent(self, event: QMoveEvent) -> None:
        """Restarts the pause if the button has moved away from its old place."""
        super().moveEvent(event)
        if not self.rect().translated(event.oldPos()).intersects(self.rect().translated(event.pos())):
            self._there.start()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Ignores presses during the pause, the second press of a double click included."""
        if self._there.elapsed() >= QApplication.doubleClickInterval():
            super().mousePressEvent(event)


def settled_button(text: str, clicked: Clicked, tip: str = "") -> SettledButton:
    """A button that takes the place of another while the user may still be clicking there."""
    button = SettledButton(text)
    button.setAutoDefault(True)
    _finish(button, clicked, "", tip)
    return button


def push_button(
    text: str,
    clicked: Clicked = None,
    *,
    picture: str = "",
    tip: str = "",
    name: str = "",
    look: str = "",
    auto_default: bool = True,
    checkable: bool = False,
) -> QPushButton:
    """A button with text. Enter presses it where it has the focus. `auto_default` False: only Space does, since Enter is for
    the dialog's own button."""
    button = QPushButton(icon(picture), text) if picture else QPushButton(text)
    button.setAutoDefault(auto_default)  # Qt's default is True in dialogs alone
    button.setCheckable(checkable)
    if look:
        button.setProperty("look", look)
    _finish(button, clicked, name, tip)
    return button


def icon_button(picture: str, name: str, clicked: Clicked = None, *, tip: str | None = None) -> QToolButton:
    """A button with an icon only. Its name is also the tool tip, unless `tip` gives one."""
    button = QToolButton()
    button.setIcon(icon(picture))
    _finish(button, clicked, name, name if tip is None else tip)
    return button


def _finish(button: QAbstractButton, clicked: Clicked, name: str, tip: str) -> None:
    if name:
        button.setAccessibleName(name)
    if tip:
        button.setToolTip(ForeignText(tip).tip)
    if clicked is not None:
        button.clicked.connect(clicked)
