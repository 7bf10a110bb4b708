"""The panel of services of other machines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.ground.text import NOTHING, Text
from engine.ground.values import dataclass

if TYPE_CHECKING:
    from engine.play.world.services import OnlineAnswer


@dataclass(frozen=True)
class OnlineState:
    """`fen`: the shown position. `found`: the last answer, which may be about another position. `problem`: why it
    failed. `waiting`: why it takes longer. `allowed`: the settings of the addresses that are on. `sent`: the number of
    chapters just added to a study.
    """

    fen: str = ""
    asking: bool = False
    found: OnlineAnswer | None = None
    problem: Text = NOTHING
    waiting: Text = NOTHING
    allowed: frozenset[str] = frozenset()
    sent: int = 0
