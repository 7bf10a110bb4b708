"""What can go wrong with a contestant; each is a different end of a game."""

from engine.errors import RatsuError


class MatchError(RatsuError):
    """A match that cannot be played as it was asked for."""


class EngineFault(RatsuError):
    """A contestant that failed; its game is lost. `kind` is the word for the game's Termination tag."""

    kind = "fault"


class EngineCrash(EngineFault):
    """The process ended, or closed its output."""

    kind = "crash"


class EngineStall(EngineFault):
    """No answer within the deadline."""

    kind = "stall"


class IllegalMove(EngineFault):
    """A move that is not legal, or is none."""

    kind = "illegal move"


class Resignation(EngineFault):
    """Not a fault but an end: the engine gave up."""

    kind = "resignation"
