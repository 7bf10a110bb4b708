"""Several processes of one judge at work on a stream of positions; what was searched before is taken from the file."""

import queue
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import ExitStack, closing
from typing import Self

from books.building.searches import Search, SearchFile
from engine.training.book.frontier import Effort, Node
from engine.training.book.judge import Judge
from engine.values import dataclass

ENOUGH = 0.5
"""A search is not repeated for less than twice its nodes: how often a position is reached is an estimate."""


@dataclass(frozen=True)
class Job:
    """A position and how it is to be searched."""

    node: Node
    effort: Effort


def in_turn(*jobs: Job) -> Callable[[], Job | None]:
    """Jobs that are known beforehand, as `Panel.search` asks for them."""
    waiting = iter(jobs)
    return lambda: next(waiting, None)


class Panel:
    """Searches in order of asking, as many at once as it has processes. Use with `with`, from one thread."""

    def __init__(
        self, command: tuple[str, ...], options: tuple[tuple[str, str], ...], processes: int, file: SearchFile
    ) -> None:
        """:raises EngineUnusable: no such program. :raises EngineFault: it does not answer."""
        self._file = file
        self._processes = processes
        self._free: queue.SimpleQueue[Judge] = queue.SimpleQueue()
        self._stack = ExitStack()
        self._pool = self._stack.enter_context(ThreadPoolExecutor(processes))
        with ExitStack() as started:
            judges = [started.enter_context(closing(Judge(command, options))) for _ in range(processes)]
            for judge in judges:
                self._free.put(judge)
            self.name = judges[0].name
            self.known = file.deepest(self.name)
            self._stack.push(started.pop_all())
        self.searched = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def search(self, next_job: Callable[[], Job | None]) -> Iterator[tuple[Node, Search]]:
        """The searches of the jobs, as they are done. A `next_job` that has none is asked again after each search.

        :raises EngineFault: a judge failed; what was found is kept.
        """
        pending: dict[Future[Search], Job] = {}
        while True:
            while len(pending) <= self._processes and (job := next_job()) is not None:
                known = self.known.get(job.node.key)
                if known is not None and known.nodes >= ENOUGH * job.effort.nodes:
                    yield job.node, known
                else:
                    pending[self._pool.submit(self._search, job)] = job
            if not pending:
                return
            for future in wait(pending, return_when=FIRST_COMPLETED).done:
                node, found = pending.pop(future).node, future.result()
                self._file.keep(self.name, node.key, found)
                self.known[node.key] = found
                self.searched += 1
                yield node, found

    def _search(self, job: Job) -> Search:
        judge = self._free.get()
        try:
            return judge.search(job.node.board, *job.effort)
        finally:
            self._free.put(judge)
