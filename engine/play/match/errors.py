"""What can go wrong with a match. What can go wrong with an engine is in `engine.play.external.errors`."""

from engine.ground.errors import RatsuError


class MatchError(RatsuError):
    """A match that cannot be played as it was asked for."""
