"""Several processes of one judge that search a stream of positions; earlier searches are read from the file."""

import queue
from collections.abc import Callable, Generator
from contextlib import ExitStack, closing
from typing import Self

from books.building.searches import Search, SearchFile
from engine.ground.values import dataclass
from engine.play.worker_pool import Done, WorkerPool
from engine.training.book.frontier import BookNode, SearchEffort
from engine.training.book.judge import Judge

ENOUGH = 0.5
"""A search is repeated only for more than twice its nodes, because the expected games are an estimate."""


@dataclass(frozen=True)
class JudgeTask:
    """A position and its search effort. `enough`: the share of the nodes that makes an earlier search sufficient."""

    node: BookNode
    effort: SearchEffort
    enough: float = ENOUGH


def in_turn(*jobs: JudgeTask) -> Callable[[], JudgeTask | None]:
    """Jobs known in advance, in the form for `JudgePool.search`."""
    waiting = iter(jobs)
    return lambda: next(waiting, None)


class JudgePool:
    """Searches in order of request, one for each process at a time. Use with `with`, from one thread."""

    def __init__(
        self, command: tuple[str, ...], options: tuple[tuple[str, str], ...], processes: int, file: SearchFile
    ) -> None:
        """:raises EngineUnusable: no such program. :raises EngineFault: it does not answer."""
        self._file = file
        self._idle: queue.SimpleQueue[Judge] = queue.SimpleQueue()  # judges that no thread has needed yet
        with ExitStack() as started:
            judges = [started.enter_context(closing(Judge(command, options))) for _ in range(processes)]
            for judge in judges:
                self._idle.put(judge)
            self.name = judges[0].name
            self.known = file.deepest(self.name)
            started.pop_all()
        self._crew: WorkerPool[JudgeTask, Search] = WorkerPool(
            lambda: _JudgeWorker(self._idle.get()), processes, "panel"
        )
        self.searched = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._crew.close()
        while not self._idle.empty():
            self._idle.get().close()

    def search(self, next_job: Callable[[], JudgeTask | None]) -> Generator[tuple[BookNode, Search], None, None]:
        """Yields the searches of the jobs as they finish. A `next_job` that returns None is called again after each search.

        :raises EngineFault: a judge failed; earlier results are saved.
        """
        try:
            while True:
                while self._crew.busy <= self._crew.at_once and (job := next_job()) is not None:
                    known = self.known.get(job.node.key)
                    if known is not None and known.nodes >= job.enough * job.effort.nodes:
                        yield job.node, known
                    else:
                        self._crew.give(job)
                if not self._crew.busy:
                    return
                done = self._crew.wait()
                if done is not None:
                    yield done.item.node, self._kept(done)
        finally:  # also if the caller stops iterating
            while self._crew.busy:
                done = self._crew.wait()
                if done is not None and done.error is None:
                    self._kept(done)

    def _kept(self, done: Done[JudgeTask, Search]) -> Search:
        if done.error is not None:
            raise done.error
        node, found = done.item.node, done.result
        assert found is not None  # without an error there is a result
        self._file.keep(self.name, node.key, found)
        self.known[node.key] = found
        self.searched += 1
        return found


class _JudgeWorker:
    """The judge of one thread."""

    def __init__(self, judge: Judge) -> None:
        self._judge = judge

    def work(self, job: JudgeTask) -> Search:
        return self._judge.search(job.node.board, *job.effort)

    def close(self) -> None:
        self._judge.close()
