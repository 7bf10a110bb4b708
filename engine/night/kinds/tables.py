"""Verifies endgame tables, one signature per task: files, structure, and values against those of the next moves."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from engine.ground.text import Text
from engine.night.report_values import ReportLine, ReportRow
from engine.night.values import PlannedTask, Table, TaskAnswer
from tablebases.tables import Tablebases
from tablebases.verify import verify

SEED = 1


def tasks(folders: Sequence[Path], positions: int) -> Iterator[PlannedTask]:
    """A task for each signature found, for this machine only, since the tables are its own."""
    with Tablebases(folders) as tables:
        names = sorted({info.file.signature for info in tables.tables()})
    for name in names:
        payload = {"folders": [str(folder.absolute()) for folder in folders], "name": name, "positions": positions}
        yield PlannedTask(name, payload, here=True)


def answer(payload: Table, _nodes: int) -> Table:
    """The faults in the tables of a signature."""
    with Tablebases([Path(folder) for folder in payload["folders"]]) as tables:
        found = next(verify(tables, (payload["name"],), payload["positions"], SEED))
    return {"positions": found.positions, "problem": found.problem}


def lines(answers: Iterable[TaskAnswer]) -> list[ReportLine]:
    """The number of sound tables, and the faults of the others."""
    every = list(answers)
    bad = tuple(
        ReportRow(one.task, Text("%1: %2", one.name, one.value["problem"])) for one in every if one.value["problem"]
    )
    return [
        ReportLine(Text("Tables verified: %1", len(every))),
        ReportLine(Text("Tables with a fault: %1", len(bad)), bad),
    ]
