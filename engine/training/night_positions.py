"""Training positions as a job of the night; each task has its own teacher and seed."""

import base64
from collections.abc import Iterable, Iterator
from contextlib import closing

from engine.ground.text import Text
from engine.night.kinds.match import write_output
from engine.night.report_values import ReportLine
from engine.night.values import PlannedTask, Table, TaskAnswer
from engine.training.generate import games_of
from engine.training.packing import RECORD_BYTES
from engine.training.teacher import teacher_path

A_TASK = 5_000  # positions: about a minute of a core at depth 6


def tasks(teacher: str, depth: int, positions: int, seed: int) -> Iterator[PlannedTask]:
    """Yields tasks of at most A_TASK positions.

    :raises TeacherError: if the teacher is not on this machine.
    """
    teacher_path(teacher)
    for at, first in enumerate(range(0, positions, A_TASK)):
        wanted = min(A_TASK, positions - first)
        payload = {"teacher": teacher, "depth": depth, "seed": seed + at, "positions": wanted}
        yield PlannedTask(f"{teacher}, seed {seed + at}", payload)


def answer(payload: Table, _nodes: int) -> Table:
    """Returns the records of a task.

    :raises TeacherError: if the teacher is missing or died.
    """
    records = b""
    with closing(games_of(payload["teacher"], payload["depth"], payload["seed"])) as games:
        while len(records) < payload["positions"] * RECORD_BYTES:
            records += next(games)
    return {"records": base64.b64encode(records).decode("ascii")}


def keep(answers: Iterable[TaskAnswer], options: Table) -> list[ReportLine]:
    """Writes all records in the order of the tasks.

    :raises NightError: if the file cannot be written.
    """
    return write_output(options, b"".join(base64.b64decode(one.value["records"]) for one in answers))


def lines(answers: Iterable[TaskAnswer]) -> list[ReportLine]:
    """Returns the report: the number of positions."""
    made = sum(len(base64.b64decode(one.value["records"])) // RECORD_BYTES for one in answers)
    return [ReportLine(Text("Training positions made: %1", made))]
