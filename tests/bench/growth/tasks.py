"""The queue of the night: all tasks of a job, with workers that answer at once."""

from pathlib import Path

from tests.bench.growth.measuring import Meter
from tests.bench.night_queue import cost_ms

SIZES = (100, 1_000, 10_000, 100_000)


def measure(tasks: int, folder: Path, meter: Meter) -> None:
    """The processor time of the queue and its runner for so many tasks."""
    del folder
    for under_way in (1, 1_000):
        meter.time(f"all tasks, {under_way} under way", lambda under_way=under_way: cost_ms(tasks, under_way))  # type: ignore[misc]
