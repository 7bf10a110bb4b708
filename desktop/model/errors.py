"""The window's errors, with texts for the user. Any other exception that escapes is a bug."""

from enum import Enum

from engine.ground.errors import RatsuError
from engine.ground.text import NOTHING, Text
from engine.ground.values import dataclass


class DesktopError(RatsuError):
    """Base of the window's errors; the text says what happened, in which place, and what to do."""


class GameInputError(DesktopError):
    """A PGN text without a readable game."""


class FileError(DesktopError):
    """A file that cannot be read or written."""


class EditError(DesktopError):
    """An edit or a move that the game does not allow."""


class IllegalMoveError(EditError):
    """A move that is illegal; the text names the rule that it breaks."""


class PieceSetError(DesktopError):
    """Piece drawings that are unsafe or cannot be drawn."""


class Severity(Enum):
    """The severity of a message."""

    INFORMATION = "information"
    WARNING = "warning"
    ERROR = "error"


@dataclass(frozen=True)
class Message:
    """One sentence for the user, always shown as plain text; `details` is shown on request (a path, a raw text).

    `game` is the match that it concerns, by its players, as that may be in another tab than the one shown.
    """

    severity: Severity
    text: Text
    details: Text = NOTHING
    game: Text = NOTHING
