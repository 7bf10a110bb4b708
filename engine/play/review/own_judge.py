"""Ratsu as the judge of a review, in the window and at the console."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.game.limits import Limits
from engine.play.identity import own_identity
from engine.play.mover import RatsuMover
from engine.play.review.judge import PositionJudge
from engine.play.sources.shared_sources import SharedSources
from engine.play.sources.stored_search import StoredSearch

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.play.sources.stored_search import Evaluations
    from tablebases.tables import Tablebases


def own_judge(
    limits: Limits, tables: Tablebases | None, evaluations: Callable[[], Evaluations] | None = None
) -> PositionJudge:
    """A judge with a search of its own, with one thread and the options' defaults. `tables`, opened and closed by the caller,
    judge what they know and help inside the search; None: without. `evaluations` opens the store that is read first and gets what
    is found; None: a position gets the same judgement on every machine."""
    if tables is None:
        mover = RatsuMover()
        mover.set_option("SyzygyProbeLimit", 0)
    else:
        mover = RatsuMover(shared=SharedSources(tables=lambda: tables), narrows_root=False)
    if evaluations is None:
        return PositionJudge(mover, limits, tables)
    return PositionJudge(StoredSearch(mover, evaluations, own_identity()), limits, tables)
