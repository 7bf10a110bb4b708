"""The same tasks over Dask: a foreign engine gets no work, and the answers are those of one machine."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from engine.night import cluster
from engine.night.kinds import review
from engine.night.queue import NightQueue
from engine.night.runner import State, work
from engine.night.signature import signature
from engine.night.values import NightError, text_of_json, written
from tests.engine.night.test_runner import GAMES, games_in

distributed = pytest.importorskip("distributed", reason="the extra `cluster` is not installed")


def test_a_worker_of_another_engine_refuses_in_words() -> None:
    kind, text, _ = cluster.remote("tables", "{}", 0, "0.0.1 bench 1")
    assert kind == "refused" and "Update Ratsu there" in str(text_of_json(text))


def test_what_a_worker_cannot_do_comes_back_in_words() -> None:
    kind, text, _ = cluster.remote("nonsense", "{}", 0, signature())
    assert kind == "fault" and "no kind of job" in str(text_of_json(text))


def test_a_missing_scheduler_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "CONNECT_S", 0.5)
    with pytest.raises(NightError, match="no Dask scheduler answers"):
        cluster.connected("tcp://127.0.0.1:9")


def started(*arguments: str) -> "subprocess.Popen[bytes]":
    return subprocess.Popen([sys.executable, "-m", *arguments], start_new_session=True)


def ended(process: "subprocess.Popen[bytes]") -> None:
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()


@pytest.mark.long
@pytest.mark.filterwarnings("default")
def test_workers_and_scheduler_that_are_killed_lose_nothing(tmp_path: Path) -> None:
    scheduler_of = ("distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "18799", "--no-dashboard")
    address = "tcp://127.0.0.1:18799"
    processes = [started(*scheduler_of)]
    try:
        with NightQueue(tmp_path / "night.db") as queue:
            planned = list(review.tasks([games_in(tmp_path, GAMES * 10)], "Anna"))
            job = queue.add("review", "x", {}, 20_000, planned)
            with cluster.Cluster(address, signature()) as workers:
                worker_of = ("desktop.command", "night", "worker", address, "--processes", "1")
                processes += [started(*worker_of), started(*worker_of)]
                at, steps = time.monotonic(), [15, 30]

                def look(state: State) -> bool:
                    if steps and state.jobs[0].done and time.monotonic() - at > steps[0]:
                        which = 1 if steps.pop(0) == 15 else 0
                        ended(processes[which])
                        processes[which] = started(*(worker_of if which else scheduler_of))
                    return time.monotonic() - at < 300

                work(queue, workers, signature(), look)
            assert queue.job(job).done == 30
            expected = [written(review.answer(task.payload, 20_000)) for task in planned if not task.fault]
            assert [written(one.value) for one in queue.answers(job)] == expected
    finally:
        for process in processes:
            ended(process)
