"""White and Black."""

from enum import Enum


class Side(Enum):
    """The two sides of the board."""

    WHITE = "white"
    BLACK = "black"

    @classmethod
    def of(cls, white: bool) -> "Side":
        return cls.WHITE if white else cls.BLACK

    @property
    def other(self) -> "Side":
        return Side.BLACK if self is Side.WHITE else Side.WHITE

    def __str__(self) -> str:
        """`White` or `Black`."""
        return self.value.capitalize()
