"""Passes of an analysis project. The position of a task is chosen when it is given to a worker, from what is known then. Its
result is in the evaluation store before the task counts as done."""

import atexit
import functools
from collections.abc import Iterable, Iterator

from engine.game.info import PovScore
from engine.ground.codec import as_json, of_json
from engine.ground.json_text import JsonValue
from engine.ground.text import Text
from engine.night import evaluations
from engine.night.report_values import ReportLine, ReportRow
from engine.night.values import NightError, PlannedTask, Table, TaskAnswer
from engine.play.project.growth import SearchFound, SearchOrder, growing_player, search
from engine.play.project.open_project import OpenProject, exact_by
from engine.player import Player
from tablebases.tables import Tablebases


def tasks(name: str, passes: int) -> Iterator[PlannedTask]:
    """A task for each pass. :raises StoreError: there is no such project."""
    project = _project(name).project
    for number in range(1, passes + 1):
        yield PlannedTask(f"{project.name} {number}", {"project": project.name})


def prepare(payload: Table) -> Table | None:
    """The payload with the position that pays most, leased; None: all are worked on just now.
    :raises NightError: nothing is left to search. :raises StoreError: the project is gone."""
    project = _project(payload["project"])
    found = project.next_order()
    if found is not None:
        order, task = found
        return {**payload, "order": as_json(order), "kind": task.kind.value, "path": list(task.path)}
    if project.finished:
        raise NightError("nothing is left to search in the project %1", payload["project"])
    return None


def answer(payload: Table, nodes: int) -> Table:
    """Searches. :raises RatsuError: the engine cannot be started, or refuses the position."""
    return {"found": as_json(search(_order(payload), _player()))}


@functools.cache
def _player() -> Player:
    """The worker's player: it remembers the passes before."""
    return growing_player()


def absorb(payload: Table, found: Table) -> Table:
    """Writes an answer into the store, and returns what the report needs of it."""
    order, result = _order(payload), of_json(SearchFound, JsonValue(found["found"]))
    _project(payload["project"]).absorb(order, result)
    best = result.lines[0] if result.lines else None
    score = "" if best is None else str(PovScore(best.score, order.position.white_to_move))
    return {
        "fen": order.fen,
        "path": payload["path"],
        "kind": payload["kind"],
        "move": best.moves[0] if best is not None else None,
        "score": score,
        "depth": best.depth if best is not None else 0,
        "nodes": result.nodes,
    }


def release(payload: Table) -> None:
    """Gives the position of a lost task back."""
    _project(payload["project"]).release(_order(payload))


def lines(answers: Iterable[TaskAnswer]) -> list[ReportLine]:
    """The passes, the last one first."""
    rows = [
        ReportRow(
            one.task,
            Text("%1: %2 at depth %3", " ".join(one.value["path"]) or "…", one.value["score"], one.value["depth"]),
            one.value["fen"],
        )
        for one in answers
        if one.value["move"]
    ]
    return [ReportLine(Text("Passes of the project: %1", len(rows)), tuple(reversed(rows)))]


def _order(payload: Table) -> SearchOrder:
    return of_json(SearchOrder, JsonValue(payload["order"]))


_opened: dict[str, OpenProject] = {}
_tables: list[Tablebases] = []


def _project(name: str) -> OpenProject:
    """The project, open until `forget`."""
    if name not in _opened:
        if not _tables:
            _tables.append(Tablebases(()))
        _opened[name] = OpenProject(evaluations.store(), name, exact_by(_tables[0]))
    return _opened[name]


@atexit.register
def forget() -> None:
    """Closes all projects."""
    while _tables:
        _tables.pop().close()
    _opened.clear()
    evaluations.close()
