"""Lets an analysis project grow: pass after pass, each at the position that pays most. Several may work on a project at once."""

from collections.abc import Callable, Iterator
from typing import Annotated, ClassVar

from books.evaluations.store import EvaluationStore
from engine.ground.codec import Within
from engine.ground.values import dataclass
from engine.jobs.job import Context, Job, option
from engine.play.project.growth import SearchFound, growing_player, search
from engine.play.project.open_project import OpenProject, exact_by
from engine.play.project.overview import ProjectOverview, overview_of
from engine.play.project.tree import Pass
from tablebases.tables import Tablebases

WAIT_S = 1.0  # until a look whether another worker has found more to do


@dataclass(frozen=True)
class GrowthRequest:
    """`name`: of the project. `passes` 0: until it is stopped or nothing is left to search."""

    name: str
    passes: Annotated[int, Within(0, 1_000_000)] = option(10, "searches (default: %(default)s; 0: until Ctrl+C)")


@dataclass(frozen=True)
class GrownPass:
    """A pass that is in the store, and the project after it. `number`: of this run, from 1."""

    number: int
    task: Pass
    found: SearchFound
    overview: ProjectOverview


class GrowthJob(Job[GrowthRequest, GrownPass]):
    """Yields the passes. A stop ends the running search at once; what it has found by then is stored."""

    cumulative: ClassVar[bool] = True

    def __init__(self, open_store: Callable[[], EvaluationStore], tables: Callable[[], Tablebases]) -> None:
        """`open_store`: opens a store of its own, which the job closes; `tables`: those that end lines."""
        self._open, self._tables = open_store, tables

    def run(self, request: GrowthRequest, context: Context) -> Iterator[GrownPass]:
        """:raises StoreError: there is no such project. :raises RatsuError: an engine cannot be started."""
        with self._open() as store:
            opened, number = OpenProject(store, request.name, exact_by(self._tables())), 0
            player = growing_player()
            while context.progress(number, request.passes) and not 0 < request.passes <= number:
                chosen = opened.next_order()
                if chosen is None:
                    if opened.finished or context.stopper.stopped_within(WAIT_S):
                        return
                    continue
                order, task = chosen
                try:
                    found = search(order, player, context.stopper)
                except BaseException:
                    opened.release(order)
                    raise
                if context.stopper.asked():
                    opened.give_back(order, found)
                    return
                opened.absorb(order, found)
                number += 1
                yield GrownPass(number, task, found, overview_of(opened))


JOB = GrowthJob
