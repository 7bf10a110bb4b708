"""The broadcast panel."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.ground.text import NOTHING, Text
from engine.ground.values import dataclass

if TYPE_CHECKING:
    from engine.play.world.rounds import RoundGame


@dataclass(frozen=True)
class BroadcastState:
    """`address`: of the round, empty before one was opened. `games`: their state `at` that time, in seconds since 1970.
    `following`: it is polled; `asking`: right now. `problem`: why the last request failed. `waiting`: why it takes
    longer. `allowed`: the address is on.
    """

    allowed: bool = False
    address: str = ""
    asking: bool = False
    following: bool = False
    at: float = 0.0
    games: tuple[RoundGame, ...] = ()
    problem: Text = NOTHING
    waiting: Text = NOTHING

    @property
    def over(self) -> bool:
        return bool(self.games) and all(one.game.result != "*" for one in self.games)
