"""Buttons with all that belongs to them, in one call. `clicked` is what a click calls, `name` is for screen readers."""

from collections.abc import Callable

from PySide6.QtCore import QElapsedTimer, SignalInstance
from PySide6.QtGui import QMouseEvent, QMoveEvent, QShowEvent
from PySide6.QtWidgets import QAbstractButton, QApplication, QPushButton, QToolButton

from desktop.views.kit.icons import icon
from desktop.views.kit.outside import Outside

Clicked = Callable[..., object] | SignalInstance | None


class SettledButton(QPushButton):
    """Takes no click of the mouse within a double click's time after it came to its place, or what it is for came: that click
    was meant for what was there before. The keyboard need not wait."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self._there = QElapsedTimer()
        self._there.start()

    def settle(self) -> None:
        """It lies where it lay, but something else is shown that a click would be for."""
        self._there.start()

    def showEvent(self, event: QShowEvent) -> None:
        """It has come."""
        super().showEvent(event)
        self._there.start()

    def moveEvent(self, event: QMoveEvent) -> None:
        """It has come from elsewhere, if it lies where it did not lie before."""
        super().moveEvent(event)
        if not self.rect().translated(event.oldPos()).intersects(self.rect().translated(event.pos())):
            self._there.start()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Also the second press of a double click."""
        if self._there.elapsed() >= QApplication.doubleClickInterval():
            super().mousePressEvent(event)


def settled_button(text: str, clicked: Clicked) -> SettledButton:
    """A button that takes the place of another one while the user may still click there."""
    button = SettledButton(text)
    _finish(button, clicked, "", "")
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
    """A button with words. `auto_default` False: Enter in a dialog is not for it."""
    button = QPushButton(icon(picture), text) if picture else QPushButton(text)
    if not auto_default:
        button.setAutoDefault(False)  # Qt's own default depends on whether it is in a dialog
    button.setCheckable(checkable)
    if look:
        button.setProperty("look", look)
    _finish(button, clicked, name, tip)
    return button


def icon_button(picture: str, name: str, clicked: Clicked = None, *, tip: str | None = None) -> QToolButton:
    """A button that is an icon; its name is its tool tip as well, unless `tip` says more."""
    button = QToolButton()
    button.setIcon(icon(picture))
    _finish(button, clicked, name, name if tip is None else tip)
    return button


def _finish(button: QAbstractButton, clicked: Clicked, name: str, tip: str) -> None:
    if name:
        button.setAccessibleName(name)
    if tip:
        button.setToolTip(Outside(tip).tip)
    if clicked is not None:
        button.clicked.connect(clicked)
