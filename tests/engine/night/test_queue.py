"""The queue: an answer counts once, what is wrong is said in words, and one program works at a time."""

import json
import os
import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.ground.text import Text
from engine.night import jobs
from engine.night.queue import FullDiskError, NightQueue
from engine.night.report import report
from engine.night.values import BusyError, NightError, NightJobState, PlannedTask, text_as_json, text_of_json
from tests.fuzz.value_targets import ANSWERS

TASKS = [PlannedTask(f"task {number}", {"number": number}) for number in range(3)]


@pytest.fixture
def queue(tmp_path: Path) -> Iterator[NightQueue]:
    with NightQueue(tmp_path / "night.db") as made:
        yield made


def test_an_answer_counts_once_and_the_first_stays(queue: NightQueue) -> None:
    with queue:
        job = queue.add("deepen", "x", {}, 100, TASKS)
        queue.begin("engine")
        task = queue.next_tasks(1, ())[0]
        queue.finish(task, "engine", '{"a":1}', 2.0, "one")
        queue.finish(task, "engine", '{"a":2}', 2.0, "two")
        assert [one.value for one in queue.answers(job)] == [{"a": 1}]
        assert (queue.job(job).done, queue.job(job).open) == (1, 2)
        assert queue.job(job).left_s(2) == 2.0
        assert [task.number for task in queue.next_tasks(5, {(job, 2)})] == [3]


def test_answers_of_another_engine_do_not_count_and_the_report_says_so(queue: NightQueue) -> None:
    with queue:
        job = queue.add("deepen", "x", {}, 100, TASKS)
        queue.begin("old")
        queue.finish(queue.next_tasks(1, ())[0], "old", "{}", 1.0, "")
        queue.begin("new")
        assert queue.job(job).done == 0 and list(queue.answers(job)) == []
        assert "has changed" in str(queue.events(job)[0].text)


def test_a_job_of_a_file_whose_name_is_no_utf8_is_kept(queue: NightQueue) -> None:
    with queue:
        job = queue.add(
            "review", "g\udce4mes.pgn", {"file": "g\udce4mes.pgn"}, 100, [PlannedTask("g\udce4mes.pgn, game 1", {})]
        )
        assert queue.job(job).title == r"g\udce4mes.pgn"
        assert queue.job(job).options["file"] == "g\udce4mes.pgn"


def test_higher_priorities_come_first_and_paused_jobs_do_not(queue: NightQueue) -> None:
    with queue:
        low = queue.add("deepen", "low", {}, 1, TASKS)
        high = queue.add("deepen", "high", {}, 1, TASKS, priority=5)
        assert queue.next_tasks(1, ())[0].job == high
        queue.set_state(high, NightJobState.PAUSED)
        assert queue.next_tasks(1, ())[0].job == low
        queue.set_state(low, NightJobState.CANCELLED)
        assert queue.next_tasks(1, ()) == []
        with pytest.raises(NightError, match="over already"):
            queue.set_state(low, NightJobState.WAITING)


def test_two_programs_do_not_work_at_once_but_both_may_add(queue: NightQueue) -> None:
    with queue, NightQueue(queue.path) as other, queue.held():
        with pytest.raises(BusyError, match="another Ratsu works"), other.held():
            pass
        other.add("deepen", "x", {}, 1, TASKS)
        assert len(queue.jobs()) == 1
    with NightQueue(queue.path) as again, again.held():
        pass


def test_a_job_without_tasks_leaves_nothing(queue: NightQueue) -> None:
    with queue:
        with pytest.raises(NightError, match="nothing to do"):
            queue.add("deepen", "empty", {}, 1, [])
        assert queue.jobs() == []


def test_tables_are_strict(queue: NightQueue) -> None:
    with queue:
        queue.add("deepen", "x", {}, 1, TASKS)
    with sqlite3.connect(queue.path) as db, pytest.raises(sqlite3.IntegrityError):
        db.execute("UPDATE jobs SET nodes = 'many'")
    db.close()


def test_two_programs_may_make_a_new_queue_at_once(tmp_path: Path) -> None:
    """The one that waits for the other finds it made."""
    problems: list[Exception] = []
    for number in range(25):
        gate = threading.Barrier(4)

        def make(path: Path = tmp_path / f"{number}.db", gate: threading.Barrier = gate) -> None:
            gate.wait()
            try:
                NightQueue(path).close()
            except NightError as error:
                problems.append(error)

        threads = [threading.Thread(target=make) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert problems == []


@pytest.mark.parametrize(
    "content", [b"no database at all, but long enough to be read as one" * 30, b"SQLite format 3\0" * 99]
)
def test_a_file_that_is_no_queue_is_refused_in_words(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "other.db"
    path.write_bytes(content)
    with pytest.raises(NightError, match=r"other\.db"):
        NightQueue(path)


def test_a_database_of_another_program_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    with sqlite3.connect(path) as db:
        db.execute("CREATE TABLE mine (x)")
    db.close()
    with pytest.raises(NightError, match="another program"):
        NightQueue(path)


def test_a_full_disk_is_told_and_leaves_the_queue_as_it_was(queue: NightQueue) -> None:
    with queue:
        queue.add("deepen", "x", {}, 1, TASKS)
        queue.db.execute("PRAGMA max_page_count = 1")  # SQLite then says what it says of a full disk
        with pytest.raises(FullDiskError, match="the disk is full"):
            queue.add("deepen", "big", {}, 1, [PlannedTask("big", {"text": "x" * 1_000_000})])
        assert [job.title for job in queue.jobs()] == ["x"]


def test_texts_are_kept_as_values() -> None:
    text = Text("%1: %2", "a", Text("job %1", 3))
    assert str(text_of_json(text_as_json(text))) == "a: job 3"
    assert str(text_of_json("torn [")) == "torn ["


def test_a_damaged_answer_is_told_and_the_other_jobs_are_reported(queue: NightQueue) -> None:
    with queue:
        for kind in ("tables", "deepen", "match"):
            queue.add(kind, kind, {}, 1, TASKS[:1])
        queue.begin("engine")
        for task, answer in zip(
            queue.next_tasks(3, ()), ('{"positions":1,"problem":""}', "[" * 9_999, "{}"), strict=True
        ):
            queue.finish(task, "engine", answer, float("inf"), "")
        queue.note(Text("at no time that there is"))
        queue.db.execute("UPDATE events SET at = 1e300")
        found = report(queue)
        told = [[str(line.text) for line in one.lines] for one in found.jobs]
        assert told[0][0] == "Tables verified: 1"
        assert "is damaged or no queue" in told[1][0] and "an answer of job 3 is damaged" in told[2][0]
        assert len(found.events) == 1 and all(one.job.seconds < 1e10 for one in found.jobs)
        with pytest.raises(NightError, match="an answer of job 3 is damaged"):
            jobs.keep(queue.job(3), queue.answers(3))


def test_an_exercise_with_a_move_of_another_position_is_a_damaged_answer(queue: NightQueue) -> None:
    answer = json.loads(json.dumps(ANSWERS["review"]))
    answer["exercises"][0]["played"] = "a1a2"
    with queue:
        queue.add("review", "review", {}, 1, TASKS[:1])
        queue.begin("engine")
        queue.finish(queue.next_tasks(1, ())[0], "engine", json.dumps(answer), 1.0, "")
        [job] = report(queue).jobs
        assert "an answer of job 1 is damaged (illegal uci: 'a1a2'" in str(job.lines[0].text)


def test_the_queue_and_its_lock_are_the_users_alone(queue: NightQueue) -> None:
    with queue, queue.held():
        queue.add("deepen", "x", {}, 1, TASKS)
        beside = [path for path in queue.path.parent.iterdir() if path.is_file()]
        assert {path.name for path in beside} >= {"night.db", "night.db-lock", "night.db-wal"}
        assert {path.stat().st_mode & 0o777 for path in beside} == {0o600}


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="Windows has no such pipes")
def test_a_pipe_is_no_queue(tmp_path: Path) -> None:
    os.mkfifo(path := tmp_path / "queue.db")
    with pytest.raises(NightError, match="a pipe, not a file"):
        NightQueue(path)
