"""The interface of everything that chooses moves: Ratsu's mover and external engines."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from engine.game.info import Info
    from engine.game.limits import GamePosition, Limits
    from engine.game.move_choice import MoveChoice
    from engine.game.stopper import Stopper
    from engine.play.external.engine_trouble import EngineTrouble


class MoveChooser(Protocol):
    """The common interface of `engine.play.mover.RatsuMover` and external engines."""

    def choose(
        self,
        position: GamePosition,
        limits: Limits,
        on_info: Callable[[Info], None] | None = None,
        stopper: Stopper | None = None,
    ) -> MoveChoice | EngineTrouble:
        """Chooses a move, with its source and the reason; or returns the failure of an external engine. Blocks until a
        move is found or `stopper` is set. :raises RatsuError:
        """
