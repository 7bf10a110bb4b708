"""The deep look at a position, in the background."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from desktop.services.kit.job_service import JobService

if TYPE_CHECKING:
    from engine.game.limits import GamePosition
    from engine.jobs.look import DeepLookRequest, LookFinding  # noqa: F401 - of the base
    from engine.search.mate_tree import Defence
    from engine.search.mates import MateSearcher


class DeepLookService(JobService["DeepLookRequest", "LookFinding"]):
    """Searches one position at a time, and expands the tree of a mate's proof level by level."""

    def __init__(self, store: Path | None) -> None:
        """`store`: the file of remembered positions."""
        super().__init__("look", store)
        self._solver: MateSearcher | None = None

    def defences(self, position: GamePosition, moves: int, on_done: Callable[[tuple[Defence, ...]], object]) -> None:
        """Finds the answer to each defence, the longest defence first; `moves`: the number left to the mate."""
        self.submit(partial(self._defences, position, moves), on_done)

    def _defences(self, position: GamePosition, moves: int) -> tuple[Defence, ...]:
        from engine.search.mate_tree import defences
        from engine.search.mates import MateSearcher

        self._solver = self._solver or MateSearcher()
        return tuple(sorted(defences(position, moves, self._solver), key=lambda one: -one.mate))

    def close(self) -> bool:
        if self._solver is not None:
            self._solver.stop()
        return super().close()
