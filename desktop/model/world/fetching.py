"""What the page shows that fetches games from the sites."""

from pathlib import Path

from engine.ground.text import NOTHING, Text
from engine.ground.values import dataclass


@dataclass(frozen=True)
class WorldState:
    """`came` and `added`: games of this fetching. `waiting`: why it pauses. `problem`: why it ended early.

    `told`: what came, when it is over. `first`: the number in the collection of the first game that is new, 0 where none is;
    `player` and `site`: whose games they are. `path`: the collection.
    """

    running: bool = False
    came: int = 0
    added: int = 0
    waiting: Text = NOTHING
    problem: Text = NOTHING
    told: Text = NOTHING
    first: int = 0
    player: str = ""
    site: str = ""
    path: Path | None = None
