"""The common interface of all analysis engines: Ratsu's searches and external engines."""

from collections.abc import Callable

from desktop.services.kit.move_chooser import MoveChooser
from engine.ground.values import dataclass


@dataclass(frozen=True)
class AnalysisSource:
    """An engine for analysis.

    `make(lines)` is called on the analysis thread before every search. Its result reports `lines` ranked lines until it
    is stopped, and follows `Limits.search_moves`. If `make` or the search raises a RatsuError, the panel shows its text
    under this name.
    """

    key: str  # unique, used in the settings
    name: str
    make: Callable[[int], MoveChooser]
