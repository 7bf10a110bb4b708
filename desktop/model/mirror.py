"""What the page of the mirror shows: frozen values between its service and the page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import TYPE_CHECKING

from engine.ground.text import NOTHING, Text
from engine.ground.values import dataclass

if TYPE_CHECKING:
    from engine.play.review.mirror import Mirror


@dataclass(frozen=True)
class MirrorState:
    """`path`: the file of games, empty before one was chosen. `players`: names with their games, the most frequent first.
    `done` of `total` games of `player` were looked at. `mirror`: what they say so far. `titles`: the players of each game by
    number. `unread`: how many games count with their beginning only, because the rest could not be read."""

    path: str = ""
    players: tuple[tuple[str, int], ...] = ()
    player: str = ""
    running: bool = False
    done: int = 0
    total: int = 0
    mirror: Mirror | None = None
    titles: Mapping[int, str] = field(default_factory=dict)
    problem: Text = NOTHING
    unread: Text = NOTHING
