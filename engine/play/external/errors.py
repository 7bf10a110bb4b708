"""What can go wrong with an engine that is a process of its own. `kind` is how a game ends by it."""

from engine.game.outcome import Termination
from engine.ground.errors import RatsuError


class EngineUnusable(RatsuError):
    """An engine that cannot do what is asked at all: no such program, no Chess960. Trying again does not help."""


class EngineFault(RatsuError):
    """An engine that failed. It must be closed; started again it may work."""

    kind = Termination.FAULT


class EngineCrash(EngineFault):
    """The process ended, or closed its output."""

    kind = Termination.CRASH


class EngineStall(EngineFault):
    """No answer within the deadline."""

    kind = Termination.STALL


class EngineFlood(EngineFault):
    """More output than anybody can read."""

    kind = Termination.FLOOD


class IllegalMove(EngineFault):
    """A move that is not legal, or is none."""

    kind = Termination.ILLEGAL_MOVE


class Resignation(EngineFault):
    """Not a fault but an end: the engine gave up."""

    kind = Termination.RESIGNATION
