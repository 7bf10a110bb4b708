"""Buttons with all that belongs to them, in one call. `clicked` is what a click calls, `name` is for screen readers."""

from collections.abc import Callable

from PySide6.QtCore import SignalInstance
from PySide6.QtWidgets import QAbstractButton, QPushButton, QToolButton

from desktop.views.kit.icons import icon

Clicked = Callable[..., object] | SignalInstance | None


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
        button.setToolTip(tip)  # own text: tests/desktop/test_plain_text.py looks at every caller
    if clicked is not None:
        button.clicked.connect(clicked)
