"""The work: faults are told and the rest goes on, a worker that dies is replaced, and nothing is lost by a kill."""

import io
import json
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import chess.pgn
import pytest

from engine.night import jobs, runner
from engine.night.kinds import deepen, match, review, tables
from engine.night.local_worker import LocalWorker
from engine.night.queue import FullDiskError, NightQueue
from engine.night.report import report
from engine.night.runner import WorkState, work
from engine.night.values import LostWorkerError, NightError, PlannedTask, Task, TaskAnswer, written
from engine.play.external.errors import EngineCrash
from engine.play.worker_pool import WorkerPool

GAMES = """[White "Anna"]
[Black "Bo"]
[Result "0-1"]

1. e4 e5 2. Nf3 Nc6 3. Bc4 Nd4 4. Nxe5 Qg5 5. Nxf7 Qxg2 6. Rf1 Qxe4+ 7. Be2 Nf3# 0-1

[White "Anna"]
[Black "Cy"]
[Result "1-0"]

1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0

[White "Unreadable"]
[FEN "no position"]

1. e4 *

[White "Torn"]

1. d4 d5 2. Zz9 Nf6 *
"""


class Here:
    """Does tasks in this process."""

    def __init__(self, meddle: Callable[[Task], None] = lambda _task: None) -> None:
        self._meddle = meddle

    def work(self, task: Task) -> str:
        self._meddle(task)
        return written(jobs.answer(task.kind, task.payload, task.nodes))

    def close(self) -> None:
        """Nothing to end."""


def games_in(folder: Path, text: str = GAMES) -> Path:
    path = folder / "games.pgn"
    path.write_text(text)
    return path


def done(queue: NightQueue, meddle: Callable[[Task], None] = lambda _task: None) -> None:
    with WorkerPool(lambda: Here(meddle), 2, "test") as pool:
        work(queue, pool, "engine", lambda _state: True)


def told(queue: NightQueue, job: int) -> str:
    return "\n".join(
        f"{line.text}\n" + "\n".join(str(row.text) for row in line.rows) for line in report(queue, job).jobs[0].lines
    )


def test_games_are_reviewed_and_what_cannot_be_read_is_told(tmp_path: Path) -> None:
    with NightQueue(tmp_path / "night.db") as queue:
        job = queue.add("review", "x", {}, 500, review.tasks([games_in(tmp_path)], "Anna"))
        done(queue)
        words = told(queue, job)
        assert (queue.job(job).done, queue.job(job).failed, queue.job(job).state.value) == (3, 1, "done")
    assert "Games reviewed: 3" in words and "Unreadable" in words
    assert "read in part only: 1" in words and "Zz9" in words


def test_a_review_gives_the_same_bytes_each_time(tmp_path: Path) -> None:
    planned = next(review.tasks([games_in(tmp_path)], "Anna"))
    assert written(review.answer(planned.payload, 500)) == written(review.answer(planned.payload, 500))


def test_a_pair_of_games_gives_the_same_bytes_each_time_and_is_summed_up(tmp_path: Path) -> None:
    engines = ["ratsu name=a", "ratsu name=b"]
    planned = list(match.tasks(engines, 2, None, gauntlet=False))
    first = match.answer(planned[0].payload, 20)
    assert written(first) == written(match.answer(planned[0].payload, 20))
    assert [game["game"]["encounter"]["number"] for game in first["games"]] == [1, 2]
    with NightQueue(tmp_path / "night.db") as queue:
        output = tmp_path / "match.pgn"
        job = queue.add("match", "x", {"output": str(output)}, 20, planned)
        done(queue)
        assert "Games played: 2" in told(queue, job)
    assert output.read_text().count("[White ") == 2


def test_a_match_keeps_odd_names_and_the_castling_of_chess960(tmp_path: Path) -> None:
    """A name with a quotation mark was read back from the PGN and lost; a Chess960 opening lost its castling rights."""
    openings = tmp_path / "openings.epd"
    openings.write_text("1rk3r1/pppppppp/8/8/8/8/PPPPPPPP/1RK3R1 w GBgb -\n")
    engines = ["ratsu 'name=the \"first\"'", "ratsu name=b"]
    planned = list(match.tasks(engines, 2, openings, gauntlet=False))
    found = match.answer(planned[0].payload, 20)
    games = [chess.pgn.read_game(io.StringIO(game["pgn"])) for game in found["games"]]
    assert all(game is not None and game.board().chess960 and game.board().castling_rights for game in games)
    told_lines = match.lines([TaskAnswer(1, "pair", found)])
    assert 'the "first" - b' in str(told_lines[0].rows[0].text)


def test_a_task_that_cannot_be_done_is_told_and_the_rest_goes_on(tmp_path: Path) -> None:
    def meddle(task: Task) -> None:
        if task.number == 1:
            raise NightError("not this one")

    with NightQueue(tmp_path / "night.db") as queue:
        job = queue.add("review", "x", {}, 100, review.tasks([games_in(tmp_path)], ""))
        done(queue, meddle)
        assert queue.job(job).done == 2 and "not this one" in told(queue, job)


def test_a_worker_that_dies_is_tried_three_times_and_the_rest_goes_on(tmp_path: Path) -> None:
    tries: list[int] = []

    def meddle(task: Task) -> None:
        tries.append(task.number)
        if task.number == 2:
            raise EngineCrash("worker has crashed")

    with NightQueue(tmp_path / "night.db") as queue:
        job = queue.add("review", "x", {}, 100, review.tasks([games_in(tmp_path)], ""))
        done(queue, meddle)
        assert tries.count(2) == 3 and queue.job(job).done == 2
        assert "given up after 3 tries: worker has crashed" in told(queue, job)


def test_a_task_whose_worker_was_lost_is_given_out_again_without_end(tmp_path: Path) -> None:
    lost: list[int] = []

    def meddle(task: Task) -> None:
        if task.number == 1 and len(lost) < 5:
            lost.append(1)
            raise LostWorkerError("gone")

    with NightQueue(tmp_path / "night.db") as queue:
        job = queue.add("review", "x", {}, 100, review.tasks([games_in(tmp_path)], ""))
        done(queue, meddle)
        assert queue.job(job).done == 3 and len(lost) == 5


def test_a_full_disk_is_waited_for_and_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "sleep", lambda _seconds: None)
    with NightQueue(tmp_path / "night.db") as queue:
        job = queue.add(
            "deepen", "x", {}, 10, [PlannedTask("p", {"fen": "8/8/8/8/8/4k3/4p3/4K3 b - - 0 1", "chess960": False})]
        )
        finish = queue.finish
        refused: list[int] = []

        def full(*arguments: object) -> None:
            if len(refused) < 3:
                refused.append(1)
                raise FullDiskError("no room")
            finish(*arguments)  # type: ignore[arg-type]

        monkeypatch.setattr(queue, "finish", full)
        done(queue)
        assert queue.job(job).done == 1
        assert "disk was full" in str(queue.events(0)[0].text)


def test_tables_and_positions_are_jobs_too(tmp_path: Path) -> None:
    file = tmp_path / "p.epd"
    file.write_text("4k3/8/8/8/8/8/4P3/4K3 w - -\n")
    with NightQueue(tmp_path / "night.db") as queue:
        deep = queue.add("deepen", "p", {}, 200, deepen.tasks([file]))
        check = queue.add("tables", "t", {}, 0, list(tables.tasks([], 5))[:2])
        done(queue)
        assert "Positions searched: 1" in told(queue, deep)
        assert "Tables verified: 2" in told(queue, check)


def test_a_child_answers_long_lines_and_one_that_is_killed_is_replaced(tmp_path: Path) -> None:
    planned = next(review.tasks([games_in(tmp_path)], ""))
    task = Task(1, 1, "review", "x", 300, written(planned.payload))
    worker = LocalWorker()
    try:
        answer = worker.work(task)
        assert answer == written(review.answer(planned.payload, 300))
        with pytest.raises(NightError, match="Unknown kind of job"):
            worker.work(Task(1, 1, "nonsense", "x", 1, "{}"))
        assert worker._process is not None
        worker._process.kill()
        with pytest.raises(EngineCrash):
            worker.work(task)
        assert worker.work(task) == answer
    finally:
        worker.close()


def killed_and_undisturbed(folder: Path, kills: int, nodes: int, copies: int) -> tuple[str, str]:
    """The answers of one job done with so many kill -9 of the program and its children, and of one left alone."""
    found = []
    for name, left in (("killed.db", kills), ("calm.db", 0)):
        path = folder / name
        with NightQueue(path) as queue:
            queue.add("review", "x", {}, nodes, review.tasks([games_in(folder, GAMES * copies)], "Anna"))
        command = [sys.executable, "-m", "desktop.command", "night", "run", "--processes", "1", "--queue", str(path)]
        source = random.Random(1)
        while True:
            process = subprocess.Popen([*command, "--battery"])
            if left:
                time.sleep(1.5 + 2 * source.random())
                process.send_signal(signal.SIGKILL)
                process.wait()
                left -= 1
                continue
            assert process.wait(300) == 0
            break
        with NightQueue(path) as queue:
            assert queue.job(1).state.value == "done"
            found.append("\n".join(written({"task": one.task, **one.value}) for one in queue.answers(1)))
    return found[0], found[1]


def test_kill_9_of_the_program_loses_nothing(tmp_path: Path) -> None:
    killed, calm = killed_and_undisturbed(tmp_path, 1, 200, 1)
    assert killed == calm and len(json.loads(calm.splitlines()[0])["review"]["moves"]) == 14


@pytest.mark.long
def test_twenty_kills_lose_nothing(tmp_path: Path) -> None:
    killed, calm = killed_and_undisturbed(tmp_path, 20, 20_000, 10)
    assert killed == calm and len(calm.splitlines()) == 30


def test_the_jobs_count_up_between_two_looks_into_the_queue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "JOBS_S", 3_600.0)
    seen = list[int]()

    def look(state: WorkState) -> bool:
        seen.extend(job.done for job in state.jobs)
        return len(seen) < 2_000

    with NightQueue(tmp_path / "night.db") as queue, WorkerPool(Here, 1, "test") as pool:
        queue.add("review", "r", {}, 300, review.tasks([games_in(tmp_path, GAMES * 2)], ""))
        work(queue, pool, "engine", look)
    assert sorted(set(seen)) == list(range(max(seen) + 1)) and max(seen) > 2 and seen == sorted(seen)
