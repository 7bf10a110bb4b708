"""The window's error families: what the user reads in words. Everything else that escapes is a bug."""

from enum import Enum

from engine.ground.errors import RatsuError
from engine.ground.text import NOTHING, Text
from engine.ground.values import dataclass


class DesktopError(RatsuError):
    """Base of the window's own errors; the text says what, where and what to do."""


class GameInputError(DesktopError):
    """A PGN text that holds no game that can be read."""


class FileError(DesktopError):
    """A file that cannot be read or written."""


class EditError(DesktopError):
    """An edit or a move that the game does not allow."""


class PieceSetError(DesktopError):
    """Drawings of pieces that may not or cannot be shown."""


class Severity(Enum):
    """How urgent a message is."""

    INFORMATION = "information"
    WARNING = "warning"
    ERROR = "error"


@dataclass(frozen=True)
class Message:
    """One sentence for the user, always shown as plain text; `details` is shown on demand (a path, a raw text).

    `game` is the match that it is about, by its players: it may be in another tab than the one shown.
    """

    severity: Severity
    text: Text
    details: Text = NOTHING
    game: Text = NOTHING
