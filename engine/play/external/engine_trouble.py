"""The result of a request for a move if the engine failed."""

from engine.game.outcome import Termination
from engine.ground.text import Text
from engine.ground.values import dataclass


@dataclass(frozen=True)
class EngineTrouble:
    """In place of a move: what went wrong, with the engine's name. `kind` as in EngineFault.

    `again`: the engine is started again when it is next asked. Otherwise its game is over, or waits for the user.
    """

    text: Text
    kind: Termination
    again: bool
