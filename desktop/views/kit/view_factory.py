"""The factory that gives views their services by annotation, and the requests that a page sends to the window."""

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Protocol, TypeVar

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QWidget

from desktop.views.kit.buttons import push_button
from desktop.views.kit.layouts import Flow, Item, in_column
from desktop.views.kit.messages import plain_label

V = TypeVar("V")


class ViewFactory(Protocol):
    """Makes a view. Services come from the types of its parameters, other arguments from the caller."""

    def __call__(self, view: Callable[..., V], /, **rest: object) -> V:
        """The view, with its services and `rest` as arguments."""


class WindowPage(QFrame):
    """A page that covers the whole window, with the head that all pages share. `line`: one line about what is shown."""

    left = Signal()  # asks for the board
    action_wanted = Signal(str)  # key
    board_wanted = Signal(str)  # the panel to show beside it; empty: the one for playing
    message = Signal(object)  # Message

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("look", "page")
        self.title = plain_label(look="title")
        self.line = plain_label(look="quiet", wrap=True)

    def arrange(self, title: str, actions: Sequence[QWidget], *parts: Item) -> None:
        """Lays the page out: title and line at the left, actions and the way back at the right, the parts below."""
        self.title.setText(title)
        back = push_button(self.tr("Back to the board"), self.left, tip=self.tr("Escape"))
        head = Flow(self.title, *actions, back, apart=len(actions) + 1)
        in_column(in_column(head, self.line, spacing=1), *parts, inside=self, margins=(3, 3, 3, 2), spacing=2)
        self.line.setVisible(
            bool(self.line.text())
        )  # it has a parent by now: shown without, it would be a window of its own

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape returns to the board; long work continues."""
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)


def view_named(name: str) -> type[QWidget]:
    """The class of `module:Class` in desktop.views. The module is imported on first use."""
    module, _, found = name.partition(":")
    view = getattr(import_module(f"desktop.views.{module}"), found)
    assert isinstance(view, type) and issubclass(view, QWidget)
    return view
