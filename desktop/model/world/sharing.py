"""The exchange with the user's other computers, as the window shows it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.ground.text import NOTHING, Text
from engine.ground.values import dataclass

if TYPE_CHECKING:
    from engine.sharing.exchange import Exchanged


@dataclass(frozen=True)
class SharingState:
    """`folder`: the shared folder, empty without one. `last`: the last exchange in seconds since 1970, 0 before it, and
    `found`, its result. `problem`: why the last one failed.
    """

    folder: str = ""
    running: bool = False
    last: float = 0.0
    found: Exchanged | None = None
    problem: Text = NOTHING
