"""The engine's error families. `RatsuError` is the environment's or the input's fault and is shown to the user
as it is: it says what, where and what to do. Anything else that escapes is a bug."""

from engine.ground.text import Text


class RatsuError(Exception):
    """Base of every error that is told to the user in words; never a bug. `str` is the English of its `text`.

    Made of a template and its values, as a `Text` is, or of a text that there is already.
    """

    def __init__(self, template: str | Text, *values: object) -> None:
        super().__init__(template, *values)
        self.text = template if isinstance(template, Text) else Text(template, *values)

    def __str__(self) -> str:
        return str(self.text)


class PositionError(RatsuError):
    """A FEN that is none, or whose position cannot be played (see `engine.rules.board.CoreBoard.from_fen`)."""

    @property
    def fault(self) -> Text:
        """What is wrong, without the FEN."""
        return next((value for value in self.text.values if isinstance(value, Text)), self.text)


class MoveError(RatsuError):
    """A move that is not legal, or not readable, in the position it was given for."""


class AmbiguousMoveError(MoveError):
    """A move that fits more than one of the legal moves."""


class UnreadableMoveError(MoveError):
    """A text that is not written like a move."""


class OptionError(RatsuError):
    """An engine option that does not exist, or a value outside its range."""


class NoMemoryError(OptionError, MemoryError):
    """What was asked for does not fit in memory."""
