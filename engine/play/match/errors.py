"""Errors of matches. Errors of engines are in `engine.play.external.errors`."""

from engine.ground.errors import RatsuError


class MatchError(RatsuError):
    """A match that cannot be played as it was asked for."""
