"""Who chooses a move: Ratsu's mover or an external engine, whichever the game or the analysis asks."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from engine.game.info import Info
    from engine.game.limits import GamePosition, Limits
    from engine.game.move_choice import MoveChoice
    from engine.game.stopper import Stopper
    from engine.play.external.trouble import EngineTrouble


class MoveChooser(Protocol):
    """What `engine.play.mover.RatsuMover` and the external engines have in common."""

    def choose(
        self,
        position: GamePosition,
        limits: Limits,
        on_info: Callable[[Info], None] | None = None,
        stopper: Stopper | None = None,
    ) -> MoveChoice | EngineTrouble:
        """A move, its source and the reason; or, from an external engine, what went wrong. Blocks until it is found or `stopper`
        wants it. Raises RatsuError."""
