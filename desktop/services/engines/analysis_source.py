"""The common interface of all analysis engines: Ratsu's searches and external engines."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from desktop.services.kit.move_chooser import MoveChooser
from engine.ground.values import dataclass

if TYPE_CHECKING:
    from books.evaluations.values import EngineIdentity


@dataclass(frozen=True)
class AnalysisSource:
    """An engine for analysis.

    `make(lines)` is called on the analysis thread before every search. Its result reports `lines` ranked lines until it
    is stopped, and follows `Limits.search_moves`. If `make` or the search raises a RatsuError, the panel shows its text
    under this name. `engine`: its identity in the evaluation store, asked on the store's thread; None: nothing is stored.
    `release` gives the memory of earlier searches back, on the analysis thread.
    """

    key: str  # unique, used in the settings
    name: str
    make: Callable[[int], MoveChooser]
    engine: Callable[[], EngineIdentity] | None = None
    release: Callable[[], None] | None = None
