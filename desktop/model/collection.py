"""The state of the collection in the window."""

from engine.ground.values import dataclass


@dataclass(frozen=True)
class CollectionState:
    """`games` in the collection, 0 if there is no collection. `importing`: the file being imported, with `fraction` 0..1."""

    games: int = 0
    importing: str = ""
    fraction: float = 0.0
