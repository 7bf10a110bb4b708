"""The error of this folder."""

from engine.ground.errors import RatsuError


class ChessBaseError(RatsuError):
    """A database or one of its games cannot be read; the message says why."""
