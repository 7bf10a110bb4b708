"""The parameters of jobs, and how one is added, for the console and the window."""

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path

from engine.ground.errors import RatsuError
from engine.ground.values import dataclass
from engine.ground.write_targets import is_file
from engine.night.jobs import module
from engine.night.queue import NightQueue
from engine.night.values import Job, NightError, Planned, Table

NODES = {"review": 200_000, "book": 2_000_000, "deepen": 20_000_000, "match": 20_000}
"""Default nodes per move or position."""


@dataclass(frozen=True)
class Wish:
    """A job to add. `nodes` 0: the default of its kind. `files`: PGN files, collections, positions, folders of tables.

    `player`: whose mistakes become exercises; `first`: the first game of a collection to review; `positions`: the number to
    make or check.
    """

    kind: str
    files: tuple[Path, ...] = ()
    nodes: int = 0
    priority: int = 0
    player: str = ""
    first: int = 1
    repertoire: str = ""
    positions: int | None = None
    engines: tuple[str, ...] = ()
    games: int = 100
    gauntlet: bool = False
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
        return ", ".join(path.name for path in self.files) or self.repertoire or self.kind


def add(queue: NightQueue, wish: Wish, through: Callable[[Iterator[Planned]], Iterator[Planned]] = iter) -> Job:
    """Adds the job and returns it. Its tasks pass through `through`, which may stop it.
    :raises RatsuError: there is nothing to do, a file cannot be read, or the output exists."""
    if wish.output is not None and is_file(wish.output) and wish.output.stat().st_size:
        raise NightError("%1 is there already, and the job would replace it: choose another name", wish.output)
    options: Table = {} if wish.output is None else {"output": str(wish.output.absolute())}
    nodes = wish.nodes or NODES.get(wish.kind, 0)
    return queue.job(queue.add(wish.kind, wish.title, options, nodes, through(_tasks(wish)), wish.priority))


def _tasks(wish: Wish) -> Iterator[Planned]:
    if wish.kind in ("review", "deepen") and not wish.files:
        raise NightError("name the files: ratsu night add %1 FILE", wish.kind)
    tasks = module(wish.kind).tasks
    match wish.kind:
        case "review":
            return tasks(wish.files, wish.player, wish.first)
        case "deepen":
            return tasks(wish.files)
        case "match":
            return tasks(wish.engines, wish.games, wish.files[0] if wish.files else None, wish.gauntlet)
        case "positions":
            return tasks(wish.teacher, wish.depth, wish.positions or 100_000, wish.seed)
        case "tables":
            return tasks(wish.files, wish.positions or 2_000)
        case _:
            return tasks(wish.repertoire, wish.positions)
