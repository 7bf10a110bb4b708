"""The one error of this folder."""

from engine.ground.errors import RatsuError


class ChessBaseError(RatsuError):
    """A database or a game of it cannot be read; the message says why."""
