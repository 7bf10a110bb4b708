"""What can go wrong with an engine that is a process of its own. `kind` is the word for a game's Termination tag."""

from engine.errors import RatsuError


class EngineUnusable(RatsuError):
    """An engine that cannot do what is asked at all: no such program, no Chess960. Trying again does not help."""


class EngineFault(RatsuError):
    """An engine that failed. It must be closed; started anew it may work."""

    kind = "fault"


class EngineCrash(EngineFault):
    """The process ended, or closed its output."""

    kind = "crash"


class EngineStall(EngineFault):
    """No answer within the deadline."""

    kind = "stall"


class EngineFlood(EngineFault):
    """More output than anybody can read."""

    kind = "flood"


class IllegalMove(EngineFault):
    """A move that is not legal, or is none."""

    kind = "illegal move"


class Resignation(EngineFault):
    """Not a fault but an end: the engine gave up."""

    kind = "resignation"
