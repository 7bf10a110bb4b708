"""Who can analyse: Ratsu in its kinds, and external engines. One small interface for all."""

from collections.abc import Callable

from desktop.services.kit.move_chooser import MoveChooser
from engine.ground.values import dataclass


@dataclass(frozen=True)
class AnalysisSource:
    """Somebody who analyses. `make(lines)` is called on the analysis' thread before every search.

    What it gives reports `lines` ranked lines until it is stopped, and follows `Limits.search_moves`. Where `make` or the
    search raises a RatsuError, the panel shows its sentence under this name.
    """

    key: str  # unique, kept in the settings
    name: str
    make: Callable[[int], MoveChooser]
