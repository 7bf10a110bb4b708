"""The error families. A `RatsuError` comes from the environment or the input and is shown to the user: it says what, where and
what to do. Any other exception that escapes is a bug."""

from engine.ground.text import Text


class RatsuError(Exception):
    """Base of all errors shown to the user; never a bug. `str` is its English `text`.

    Made from a template and its values, like a `Text`, or from an existing text.
    """

    def __init__(self, template: str | Text, *values: object) -> None:
        super().__init__(template, *values)
        self.text = template if isinstance(template, Text) else Text(template, *values)

    def __str__(self) -> str:
        return str(self.text)


class PositionError(RatsuError):
    """An invalid FEN, or a position that cannot be played (see `engine.rules.board.CoreBoard.from_fen`)."""

    @property
    def fault(self) -> Text:
        return next((value for value in self.text.values if isinstance(value, Text)), self.text)


class MoveError(RatsuError):
    """A move that is illegal or unreadable in its position."""


class AmbiguousMoveError(MoveError):
    """A move that fits more than one legal move."""


class UnreadableMoveError(MoveError):
    """A text that does not look like a move."""


class OptionError(RatsuError):
    """An unknown engine option, or a value outside its range."""


class NoMemoryError(OptionError, MemoryError):
    """Not enough memory for the requested size."""
