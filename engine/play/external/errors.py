"""Errors of external engines. `kind` is the resulting end of the game."""

from engine.game.outcome import Termination
from engine.ground.errors import RatsuError


class EngineUnusable(RatsuError):
    """The engine cannot do what is asked: the program does not exist, or does not play Chess960. A retry does not help."""


class EngineFault(RatsuError):
    """The engine failed and must be closed; it may work after a restart."""

    kind = Termination.FAULT


class EngineCrash(EngineFault):
    """The process ended, or closed its output."""

    kind = Termination.CRASH


class MachineFault(EngineCrash):
    """The other machine that an engine runs on cannot be reached, or has no such program."""


class EngineStall(EngineFault):
    """The engine did not answer within the deadline."""

    kind = Termination.STALL


class EngineFlood(EngineFault):
    """The engine's output exceeds the limit."""

    kind = Termination.FLOOD


class IllegalMove(EngineFault):
    """The engine's move is illegal or unreadable."""

    kind = Termination.ILLEGAL_MOVE


class Resignation(EngineFault):
    """The engine resigned; this is not a fault."""

    kind = Termination.RESIGNATION
