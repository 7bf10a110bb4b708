"""How a view is made by whoever shows it, without its services in hand."""

from collections.abc import Callable
from typing import Protocol, TypeVar

V = TypeVar("V")


class Make(Protocol):
    """Makes a view with the services that its parameters name by their types, and with the rest."""

    def __call__(self, view: Callable[..., V], /, **rest: object) -> V:
        """The view."""
