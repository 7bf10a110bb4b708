"""A project that grows: it ends by itself when nothing is left to search."""

from pathlib import Path

from books.evaluations.projects import Projects
from books.evaluations.store import EvaluationStore
from engine.game.position import Position
from engine.jobs.growth import GrowthJob, GrowthRequest
from engine.jobs.job import Context
from tablebases.tables import Tablebases


def test_a_project_that_the_tables_solve_ends_at_once(tmp_path: Path) -> None:
    path, looks = tmp_path / "e.db", list[int]()

    def once(done: int, _total: int) -> None:
        looks.append(done)
        assert len(looks) == 1, "it waits for work that never comes"

    with EvaluationStore(path) as store:
        root = Position.of("8/8/8/4k3/8/8/4P3/4K3 w - - 0 1", chess960=False)
        Projects(store).make("solved", root, ("ratsu",), 1_000)
    job = GrowthJob(lambda: EvaluationStore(path), lambda: Tablebases(()))
    assert list(job.run(GrowthRequest("solved", 0), Context(shown=once))) == []
