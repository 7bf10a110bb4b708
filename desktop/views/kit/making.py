"""How a view is made by whoever shows it, without its services in hand; and what a page asks of the window."""

from collections.abc import Callable
from importlib import import_module
from typing import Protocol, TypeVar

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QWidget

V = TypeVar("V")


class Make(Protocol):
    """Makes a view with the services that its parameters name by their types, and with the rest."""

    def __call__(self, view: Callable[..., V], /, **rest: object) -> V:
        """The view."""


class Page(QFrame):
    """A page over the whole window."""

    left = Signal()  # the board is asked for
    action_wanted = Signal(str)  # key
    board_wanted = Signal(str)  # the panel beside it; empty: that of playing
    told = Signal(object)  # Message


def view_named(name: str) -> type[QWidget]:
    """The class of `module:Class` in desktop.views; its module is imported when it is first shown."""
    module, _, found = name.partition(":")
    view = getattr(import_module(f"desktop.views.{module}"), found)
    assert isinstance(view, type) and issubclass(view, QWidget)
    return view
