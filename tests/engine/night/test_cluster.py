"""The same tasks over Dask: a foreign engine gets no work, and the answers are those of one machine."""

import os
import socket
import subprocess
import time
from pathlib import Path

import pytest

from engine.night import cluster
from engine.night.kinds import review
from engine.night.queue import NightQueue
from engine.night.runner import WorkState, work
from engine.night.signature import signature
from engine.night.values import ForeignEngineError, NightError, text_of_json, written
from tests.engine.night.test_runner import GAMES, games_in
from tests.helpers.own_processes import ended, started

distributed = pytest.importorskip("distributed", reason="the extra `cluster` is not installed")


def test_a_worker_of_another_engine_refuses_in_words() -> None:
    kind, text, _ = cluster.remote("tables", "{}", 0, "0.0.1 bench 1")
    assert kind == "refused" and "Update Ratsu there" in str(text_of_json(text))


def test_what_a_worker_cannot_do_comes_back_in_words() -> None:
    kind, text, _ = cluster.remote("nonsense", "{}", 0, signature())
    assert kind == "fault" and "Unknown kind of job" in str(text_of_json(text))


def test_a_missing_scheduler_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "CONNECT_S", 0.5)
    with pytest.raises(NightError, match="no Dask scheduler answers"):
        cluster.connected("tcp://127.0.0.1:9")


@pytest.mark.parametrize(
    ("fault", "ends"), [(ForeignEngineError("another"), ForeignEngineError), (NightError("x"), EOFError)]
)
def test_a_worker_ends_for_a_foreign_queue_only_and_else_looks_again(
    monkeypatch: pytest.MonkeyPatch, fault: NightError, ends: type[Exception]
) -> None:
    def check(_address: str) -> None:
        raise fault

    def sleep(_seconds: float) -> None:
        raise EOFError  # it waits, to look again

    monkeypatch.setattr(cluster, "connected", lambda _address: socket.socket())  # anything that closes
    monkeypatch.setattr(cluster, "_check", check)
    monkeypatch.setattr(time, "sleep", sleep)
    monkeypatch.setattr(os, "setpriority", lambda *_: None)
    with pytest.raises(ends):
        cluster.run_worker("tcp://127.0.0.1:9", 1)


def scheduler_of() -> tuple[str, tuple[str, ...]]:
    """A free address, where no worker of an earlier run looks for work, and what starts a scheduler there."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = ("distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", str(port), "--no-dashboard")
    return f"tcp://127.0.0.1:{port}", command


@pytest.mark.long
@pytest.mark.filterwarnings("default")
def test_workers_and_scheduler_that_are_killed_lose_nothing(tmp_path: Path) -> None:
    address, scheduler = scheduler_of()
    processes = [started(*scheduler)]
    try:
        with NightQueue(tmp_path / "night.db") as queue:
            planned = list(review.tasks([games_in(tmp_path, GAMES * 10)], "Anna"))
            job = queue.add("review", "x", {}, 20_000, planned)
            with cluster.Cluster(address, signature()) as workers:
                worker_of = ("desktop.command", "night", "worker", address, "--processes", "1")
                processes += [started(*worker_of), started(*worker_of)]
                at, steps = time.monotonic(), [15, 30]

                def look(state: WorkState) -> bool:
                    if steps and state.jobs[0].done and time.monotonic() - at > steps[0]:
                        which = 1 if steps.pop(0) == 15 else 0
                        ended(processes[which])
                        processes[which] = started(*(worker_of if which else scheduler))
                    return time.monotonic() - at < 300

                work(queue, workers, signature(), look)
            assert queue.job(job).done == 30
            expected = [written(review.answer(task.payload, 20_000)) for task in planned if not task.fault]
            assert [written(one.value) for one in queue.answers(job)] == expected
    finally:
        for process in processes:
            ended(process)


@pytest.mark.long
@pytest.mark.filterwarnings("default")
def test_a_worker_of_another_engine_gets_no_work_says_so_and_ends(tmp_path: Path) -> None:
    """It came before the queue, so that only its first task tells it whose engine is wanted."""
    address, scheduler = scheduler_of()
    processes = [started(*scheduler)]
    try:
        with NightQueue(tmp_path / "night.db") as queue:
            job = queue.add("review", "x", {}, 100, review.tasks([games_in(tmp_path)], ""))
            worker = started(
                *("desktop.command", "night", "worker", address, "--processes", "1"), stderr=subprocess.PIPE
            )
            processes.append(worker)
            client = cluster.connected(address)
            client.wait_for_workers(1)
            client.close()
            with cluster.Cluster(address, "0.0.1 bench 1") as workers:
                work(queue, workers, "0.0.1 bench 1", lambda _state: worker.poll() is None)
            assert queue.job(job).done == 0
            said = worker.communicate(timeout=300)[1]
            assert worker.returncode != 0 and b"than this machine" in said
            told = [str(event.text) for event in queue.events()]
            assert len(told) == 1 and "Update Ratsu there" in told[0]  # not once for each task it might have had
            assert (
                cluster.connected(address).get_metadata([cluster._SIGNATURE]) is None
            )  # the next queue may be another's
    finally:
        for process in processes:
            ended(process)
