"""The factory that gives views their services by annotation, and the requests that a page sends to the window."""

from collections.abc import Callable
from importlib import import_module
from typing import Protocol, TypeVar

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QWidget

V = TypeVar("V")


class ViewFactory(Protocol):
    """Makes a view. Services come from the types of its parameters, other arguments from the caller."""

    def __call__(self, view: Callable[..., V], /, **rest: object) -> V:
        """The view, with its services and `rest` as arguments."""


class WindowPage(QFrame):
    """A page that covers the whole window."""

    left = Signal()  # asks for the board
    action_wanted = Signal(str)  # key
    board_wanted = Signal(str)  # the panel to show beside it; empty: the one for playing
    message = Signal(object)  # Message


def view_named(name: str) -> type[QWidget]:
    """The class of `module:Class` in desktop.views. The module is imported on first use."""
    module, _, found = name.partition(":")
    view = getattr(import_module(f"desktop.views.{module}"), found)
    assert isinstance(view, type) and issubclass(view, QWidget)
    return view
