"""The parameters of jobs, and how one is added, for the console and the window."""

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path

from engine.ground.errors import RatsuError
from engine.ground.values import dataclass
from engine.ground.write_targets import is_file
from engine.night.jobs import module
from engine.night.queue import NightQueue
from engine.night.values import NightError, NightJob, PlannedTask, Table

PASSES = 1_000
NODES = {"review": 200_000, "book": 2_000_000, "deepen": 20_000_000, "match": 20_000}
"""Default nodes per move or position."""


@dataclass(frozen=True)
class JobRequest:
    """A job to add. `nodes` 0: the default of its kind. `files`: PGN files, collections, positions, folders of tables.

    `project`: the project that grows, by `positions` passes.

    `player`: whose mistakes become exercises; `first`: the first game of a collection to review; `positions`: the number to
    make or check; `clock`: of a match, as `ratsu match --tc`, empty for fixed nodes.
    """

    kind: str
    files: tuple[Path, ...] = ()
    nodes: int = 0
    priority: int = 0
    player: str = ""
    first: int = 1
    repertoire: str = ""
    project: str = ""
    positions: int | None = None
    engines: tuple[str, ...] = ()
    games: int = 100
    gauntlet: bool = False
    clock: str = ""
    teacher: str = "ethereal-chess"
    depth: int = 6
    seed: int = 1
    output: Path | None = None

    @property
    def title(self) -> str:
        """The job's title."""
        if self.engines:
            from engine.play.match.spec import distinct, parse_engine

            with contextlib.suppress(RatsuError):  # an unreadable file is reported when the tasks are made
                return " - ".join(spec.name for spec in distinct([parse_engine(text) for text in self.engines]))
            return ", ".join(self.engines)
        return ", ".join(path.name for path in self.files) or self.repertoire or self.project or self.kind


def add(
    queue: NightQueue, request: JobRequest, through: Callable[[Iterator[PlannedTask]], Iterator[PlannedTask]] = iter
) -> NightJob:
    """Adds the job and returns it. Its tasks pass through `through`, which may stop it.
    :raises RatsuError: there is nothing to do, a file cannot be read, or the output exists."""
    if request.output is not None and is_file(request.output) and request.output.stat().st_size:
        raise NightError("%1 is there already, and the job would replace it: choose another name", request.output)
    options: Table = {} if request.output is None else {"output": str(request.output.absolute())}
    if request.clock and request.nodes:
        raise NightError("a match has a clock or fixed nodes: leave out one of them")
    nodes = 0 if request.clock else request.nodes or NODES.get(request.kind, 0)
    return queue.job(queue.add(request.kind, request.title, options, nodes, through(_tasks(request)), request.priority))


def _tasks(request: JobRequest) -> Iterator[PlannedTask]:
    if request.kind in ("review", "deepen") and not request.files:
        raise NightError("name the files: ratsu night add %1 FILE", request.kind)
    tasks = module(request.kind).tasks
    match request.kind:
        case "review":
            return tasks(request.files, request.player, request.first)
        case "deepen":
            return tasks(request.files)
        case "project":
            return tasks(request.project, request.positions or PASSES)
        case "match":
            openings = request.files[0] if request.files else None
            return tasks(request.engines, request.games, openings, request.gauntlet, request.clock)
        case "positions":
            return tasks(request.teacher, request.depth, request.positions or 100_000, request.seed)
        case "tables":
            return tasks(request.files, request.positions or 2_000)
        case _:
            return tasks(request.repertoire, request.positions)
