"""A job as it is asked for, and what a review of a collection leaves there."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from books.collection.accuracies import accuracies
from books.collection.game_collection import Collection
from books.collection.importing.imports import import_pgn
from engine.command_line import main
from engine.ground.errors import RatsuError
from engine.night.job_request import NODES, JobRequest, add
from engine.night.jobs import KINDS, module
from engine.night.pause_conditions import WORKING
from engine.night.queue import NightQueue
from engine.night.report import pgn_of_row, report
from engine.night.runner import WorkState, work
from engine.play.worker_pool import WorkerPool
from tests.engine.night.test_runner import Here, done, games_in


@pytest.fixture
def queue(tmp_path: Path) -> Iterator[NightQueue]:
    with NightQueue(tmp_path / "night.db") as made:
        yield made


def collection_in(folder: Path) -> Path:
    path = folder / "my.collection"
    with Collection(path, create=True) as games:
        import_pgn(games, games_in(folder))
    return path


def test_a_review_of_a_collection_writes_its_accuracies_there(tmp_path: Path, queue: NightQueue) -> None:
    path = collection_in(tmp_path)
    job = add(queue, JobRequest("review", (path,), nodes=100, player="Anna", first=2))
    assert job.title == "my.collection" and job.tasks == 3, "the first game is left out"
    done(queue)
    with Collection(path) as games:
        found = accuracies(games)
    assert sorted(found) == [2, 4], "3 cannot be read"
    assert all(0 <= side <= 100 for both in found.values() for side in both if side is not None)


def test_a_collection_that_has_gone_is_told_and_the_exercises_are_kept(tmp_path: Path, queue: NightQueue) -> None:
    path = collection_in(tmp_path)
    job = add(queue, JobRequest("review", (path,), nodes=100))
    path.rename(tmp_path / "elsewhere")
    done(queue)
    assert any("does not exist" in str(line.text) for line in report(queue, job.id).jobs[0].lines)
    assert queue.job(job.id).state.value == "done"


def test_a_line_of_the_report_leads_to_its_game(tmp_path: Path, queue: NightQueue) -> None:
    job = add(queue, JobRequest("review", (games_in(tmp_path),), nodes=100))
    done(queue)
    row = report(queue, job.id).jobs[0].lines[0].rows[0]
    assert '[White "Anna"]' in pgn_of_row(queue, queue.job(job.id), row)
    match = add(queue, JobRequest("match", engines=("ratsu name=a", "ratsu name=b"), games=2, nodes=20))
    assert match.title == "a - b"
    done(queue)
    rows = report(queue, match.id).jobs[0].lines[0].rows
    assert [pgn_of_row(queue, match, one).count("[White ") for one in rows] == [1, 1]
    assert pgn_of_row(queue, match, rows[0]) != pgn_of_row(queue, match, rows[1])


def test_a_match_by_the_clock_records_the_clocks(queue: NightQueue) -> None:
    engines = ("ratsu name=a", "ratsu name=b")
    match = add(queue, JobRequest("match", engines=engines, games=2, clock="0.4+0.01"))
    assert match.nodes == 0
    done(queue)
    pgn = pgn_of_row(queue, match, report(queue, match.id).jobs[0].lines[0].rows[0])
    assert "[%clk " in pgn and '[TimeControl "0.4+0.01"]' in pgn
    with pytest.raises(RatsuError, match="a clock or fixed nodes"):
        add(queue, JobRequest("match", engines=engines, clock="1+0", nodes=20))
    with pytest.raises(RatsuError, match="soon"):
        add(queue, JobRequest("match", engines=engines, clock="soon"))


def test_nodes_go_by_the_kind_of_job(tmp_path: Path, queue: NightQueue) -> None:
    assert add(queue, JobRequest("review", (games_in(tmp_path),))).nodes == NODES["review"]
    with pytest.raises(RatsuError, match="name the files"):
        add(queue, JobRequest("deepen"))


def test_others_see_that_the_queue_is_worked_on_until_it_is_not(tmp_path: Path, queue: NightQueue) -> None:
    add(queue, JobRequest("review", (games_in(tmp_path),), nodes=50))
    seen: list[bool] = []
    with NightQueue(queue.path) as other, WorkerPool(lambda: Here(), 1, "test") as pool:

        def look(_state: WorkState) -> bool:
            seen.append(WORKING in other.signs())
            return True

        work(queue, pool, "engine", look)
        assert seen and all(seen)
        assert WORKING not in other.signs()


def test_the_console_says_the_report_in_english(
    tmp_path: Path, queue: NightQueue, capsys: pytest.CaptureFixture[str]
) -> None:
    """Shares, moves and reasons in it are values."""
    add(queue, JobRequest("review", (games_in(tmp_path),), nodes=300, player="Anna"))
    done(queue)
    assert main(["night", "report", "--queue", str(queue.path)]) == 0
    shown = capsys.readouterr().out
    assert (
        "accuracy" in shown and "%" in shown and "(" not in shown.split("Games with blunders")[0].split("accuracy")[1]
    )
    assert "of_one" not in shown and "BoardMove" not in shown


def test_an_empty_queue_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = ["--queue", str(tmp_path / "empty.night")]
    for words in ("list", "report"):
        assert main(["night", words, *path]) == 0
        assert "ratsu night add" in capsys.readouterr().out
        assert main(["night", words, "--json", *path]) == 0
        assert capsys.readouterr().out == ""
    assert main(["night", "run", *path]) == 0
    assert "no job waits" in capsys.readouterr().err


def test_a_job_is_not_to_write_over_a_file_that_is_there(tmp_path: Path, queue: NightQueue) -> None:
    path = games_in(tmp_path)
    request = JobRequest("match", engines=("ratsu name=a", "ratsu name=b"), games=2, nodes=20, output=path)
    with pytest.raises(RatsuError, match="is there already"):
        add(queue, request)
    assert not queue.jobs()
    path.write_bytes(b"")
    assert add(queue, request).tasks == 1


def test_every_kind_of_job_has_its_module() -> None:
    for kind in KINDS:
        assert {"tasks", "answer", "lines"} <= set(dir(module(kind))), kind
