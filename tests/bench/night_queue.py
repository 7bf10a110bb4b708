"""What the queue of the night costs for each task, with workers that answer at once.

    python -m tests.bench.night_queue [TASKS ...] [--under-way N]      (default: 100 1000 10000 100000; N 1 and 1000)

Prints processor time in milliseconds a task (database and runner, no work) for each number of tasks. The aim is 1 ms.
"""

import argparse
import tempfile
import time
from collections import deque
from pathlib import Path

from engine.ground.values import dataclass
from engine.night.queue import NightQueue
from engine.night.runner import work
from engine.night.values import PlannedTask, Task
from engine.play.worker_pool import Done

SIZES = (100, 1_000, 10_000, 100_000)


@dataclass
class Instant:
    """Workers that answer at once, the first task given first; `at_once` tasks are under way."""

    at_once: int
    given: deque[Task]

    @property
    def busy(self) -> int:
        return len(self.given)

    @property
    def free(self) -> int:
        return self.at_once - len(self.given)

    def give(self, item: Task) -> None:
        self.given.append(item)

    def wait(self, timeout_s: float | None = None) -> Done[Task, str] | None:
        return Done(self.given.popleft(), "{}", None) if self.given else None


def cost_ms(tasks: int, under_way: int) -> float:
    """Processor time a task."""
    with tempfile.TemporaryDirectory() as folder, NightQueue(Path(folder) / "queue.db") as queue:
        planned = (PlannedTask(f"game {number}", {"game": number}) for number in range(tasks))
        queue.add("review", "bench", {}, 1, planned)
        began = time.process_time()
        work(queue, Instant(under_way, deque()), "bench", lambda state: any(job.open for job in state.jobs))
        return 1000 * (time.process_time() - began) / tasks


def main() -> int:
    """Prints a line for each size."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tasks", nargs="*", type=int, default=SIZES)
    parser.add_argument("--under-way", nargs="*", type=int, default=(1, 1_000))
    asked = parser.parse_args()
    for under_way in asked.under_way:
        for tasks in asked.tasks:
            print(f"{tasks} tasks, {under_way} under way: {cost_ms(tasks, under_way):.2f} ms a task", flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
