"""A project grows by the night queue: each pass is in the store before it counts, and nothing is searched twice at once."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from books.evaluations.projects import Projects
from books.evaluations.store import EvaluationStore
from engine.game.position import START_POSITION
from engine.ground.errors import RatsuError
from engine.ground.user_files import EVALUATIONS, data_folder
from engine.night import jobs
from engine.night.job_request import JobRequest, add
from engine.night.kinds import project as kind
from engine.night.local_worker import local_pool
from engine.night.queue import NightQueue
from engine.night.report import report
from engine.night.runner import work
from engine.night.values import written

NODES = 400


@pytest.fixture
def store() -> Iterator[EvaluationStore]:
    kind.forget()
    with EvaluationStore(data_folder() / EVALUATIONS) as opened:
        Projects(opened).make("open games", START_POSITION, ("ratsu",), NODES)
        yield opened
    kind.forget()


@pytest.fixture
def queue(tmp_path: Path) -> Iterator[NightQueue]:
    with NightQueue(tmp_path / "night.db") as opened:
        yield opened


def test_two_workers_grow_a_project_to_its_last_pass(store: EvaluationStore, queue: NightQueue) -> None:
    job = add(queue, JobRequest("project", project="open games", positions=6))
    assert (job.tasks, job.title) == (6, "open games")
    with local_pool(2) as pool:
        work(queue, pool, "engine", lambda _state: True)
    assert queue.job(job.id).done == 6
    projects = Projects(store)
    project = projects.named("open games")
    assert sum(node.visits for node in projects.nodes(project)) == 6
    assert projects.leased(project) == set()
    rows = report(queue, job.id).jobs[0].lines[0].rows
    assert len(rows) == 6 and all(row.fen for row in rows)


def test_what_is_stopped_gives_its_positions_back_and_the_next_run_goes_on(
    store: EvaluationStore, queue: NightQueue
) -> None:
    job = add(queue, JobRequest("project", project="open games", positions=3))
    looks = iter((True, False))
    with local_pool(1) as pool:
        work(queue, pool, "engine", lambda _state: next(looks))
    projects = Projects(store)
    assert projects.leased(projects.named("open games")) == set()
    with local_pool(1) as pool:
        work(queue, pool, "engine", lambda _state: True)
    assert queue.job(job.id).done == 3


def test_an_answer_that_was_not_acknowledged_is_in_the_store_and_its_place_is_used_again(
    store: EvaluationStore, queue: NightQueue
) -> None:
    """The program is killed between the store and the queue."""
    job = add(queue, JobRequest("project", project="open games", positions=1))
    (task,) = queue.next_tasks(1, ())
    ready = jobs.prepared(task)
    assert ready is not None and jobs.prepared(task) is None  # the root is leased, and there is nothing else
    jobs.absorbed(ready, written(jobs.answer(ready.kind, ready.payload, 0)))
    assert store.best(START_POSITION) is not None
    with local_pool(1) as pool:
        work(queue, pool, "engine", lambda _state: True)
    assert queue.job(job.id).done == 1
    projects = Projects(store)
    assert sum(node.visits for node in projects.nodes(projects.named("open games"))) == 2


def test_a_project_that_is_gone_is_told(store: EvaluationStore, queue: NightQueue) -> None:
    with pytest.raises(RatsuError, match="no project called"):
        add(queue, JobRequest("project", project="other"))
    job = add(queue, JobRequest("project", project="open games", positions=2))
    projects = Projects(store)
    projects.remove(projects.named("open games"))
    kind.forget()
    with local_pool(1) as pool:
        work(queue, pool, "engine", lambda _state: True)
    assert queue.job(job.id).failed == 2
