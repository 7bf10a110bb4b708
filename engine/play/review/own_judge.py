"""Ratsu as the judge of a review, in the window and at the console."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.game.limits import Limits
from engine.play.mover import RatsuMover
from engine.play.review.judge import PositionJudge
from engine.play.sources.shared_sources import SharedSources

if TYPE_CHECKING:
    from tablebases.tables import Tablebases


def own_judge(limits: Limits, tables: Tablebases | None) -> PositionJudge:
    """A judge with a search of its own, with one thread and the options' defaults: a position gets the same judgement on
    every machine. `tables`, opened and closed by the caller, judge what they know and help inside the search; None: without."""
    if tables is None:
        mover = RatsuMover()
        mover.set_option("SyzygyProbeLimit", 0)
    else:
        mover = RatsuMover(shared=SharedSources(tables=lambda: tables), narrows_root=False)
    return PositionJudge(mover, limits, tables)
