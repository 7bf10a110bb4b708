"""The same tasks over Dask: a foreign engine gets no work, and the answers are those of one machine."""

import io
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import chess.pgn
import pytest

from engine.night import cluster
from engine.night.kinds import match, review
from engine.night.queue import NightQueue
from engine.night.runner import WorkState, work
from engine.night.signature import signature
from engine.night.values import ForeignEngineError, NightError, text_of_json, written
from tests.engine.night.test_runner import GAMES, games_in
from tests.helpers.local_cluster import local_cluster

distributed = pytest.importorskip("distributed", reason="the extra `cluster` is not installed")


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine may let a scheduler wait long before it answers."""
    monkeypatch.setattr(cluster, "CONNECT_S", 600.0)


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
    ("fault", "ends"),
    [
        (ForeignEngineError("another"), ForeignEngineError),
        (NightError("x"), EOFError),
        (TimeoutError("Nanny start timed out after 600s."), EOFError),
        (RuntimeError("Nanny failed to start."), EOFError),
    ],
)
def test_a_worker_ends_for_a_foreign_queue_only_and_else_looks_again(
    monkeypatch: pytest.MonkeyPatch, fault: Exception, ends: type[Exception]
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


def test_a_worker_writes_into_its_log_at_once_for_whom_it_works(monkeypatch: pytest.MonkeyPatch) -> None:
    log = io.BytesIO()
    written = list[bytes]()

    async def serve(_address: str, _processes: int) -> None:
        written.append(log.getvalue())
        raise ForeignEngineError("another")

    monkeypatch.setattr(cluster, "connected", lambda _address: socket.socket())
    monkeypatch.setattr(cluster, "_check", lambda _address: None)
    monkeypatch.setattr(cluster, "_serve", serve)
    monkeypatch.setattr(os, "setpriority", lambda *_: None)
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(log, encoding="utf-8"))
    with pytest.raises(ForeignEngineError):
        cluster.run_worker("tcp://127.0.0.1:9", 3)
    assert b"tcp://127.0.0.1:9 with 3 processes" in written[0]


@pytest.mark.long
@pytest.mark.filterwarnings("default")
def test_workers_and_scheduler_that_are_killed_lose_nothing(tmp_path: Path) -> None:
    with NightQueue(tmp_path / "night.db") as queue, local_cluster() as local:
        planned = list(review.tasks([games_in(tmp_path, GAMES * 10)], "Anna"))
        job = queue.add("review", "x", {}, 20_000, planned)
        kills: list[tuple[int, Callable[[], None]]]  # after so many answers
        kills = [(3, lambda: local.replace_worker(0)), (9, local.replace_scheduler)]
        local.add_worker()
        local.add_worker()
        with cluster.Cluster(local.address, signature()) as workers:

            def look(state: WorkState) -> bool:
                if kills and state.jobs[0].done >= kills[0][0]:
                    kills.pop(0)[1]()
                return True

            work(queue, workers, signature(), look)
        assert not kills
        assert queue.job(job).done == 30
        expected = [written(review.answer(task.payload, 20_000)) for task in planned if not task.fault]
        assert [written(one.value) for one in queue.answers(job)] == expected


@pytest.mark.long
@pytest.mark.filterwarnings("default")
def test_a_match_by_the_clock_is_played_by_two_workers_each_pair_by_one(tmp_path: Path) -> None:
    """How the games end depends on the machine; that they are whole, and who played them, does not."""
    engines = ["ratsu-uci name=one", "ratsu-uci name=two"]
    with NightQueue(tmp_path / "night.db") as queue, local_cluster() as local:
        planned = list(match.tasks(engines, 8, None, gauntlet=False, clock="2+0.02"))
        job = queue.add("match", "x", {}, 0, planned)
        local.add_worker()
        local.add_worker()
        client = cluster.connected(local.address)
        client.wait_for_workers(2)
        with cluster.Cluster(local.address, signature()) as workers:
            client.get_task_stream()  # Dask keeps it from the first call on
            work(queue, workers, signature(), lambda _state: True)
            players = {
                str(task["worker"]) for task in client.get_task_stream() if str(task["key"]).startswith("ratsu-")
            }
        client.close()
        answers = list(queue.answers(job))
    assert len(players) == 2
    assert [one.task for one in answers] == [1, 2, 3, 4]
    for one in answers:
        assert [game["players"] for game in one.value["games"]] == [["one", "two"], ["two", "one"]]
        for text in (game["pgn"] for game in one.value["games"]):
            game = chess.pgn.read_game(io.StringIO(text))
            assert game is not None and not game.errors
            assert game.headers["TimeControl"] == "2+0.02" and game.headers["Result"] in ("1-0", "0-1", "1/2-1/2")
            assert all(node.clock() is not None for node in game.mainline() if node.ply() > 40)


@pytest.mark.long
@pytest.mark.filterwarnings("default")
def test_a_worker_of_another_engine_gets_no_work_says_so_and_ends(tmp_path: Path) -> None:
    """It came before the queue, so that only its first task tells it whose engine is wanted."""
    with NightQueue(tmp_path / "night.db") as queue, local_cluster() as local:
        job = queue.add("review", "x", {}, 100, review.tasks([games_in(tmp_path)], ""))
        worker = local.add_worker(stderr=subprocess.PIPE)
        client = cluster.connected(local.address)
        client.wait_for_workers(1)
        client.close()
        with cluster.Cluster(local.address, "0.0.1 bench 1") as workers:
            work(queue, workers, "0.0.1 bench 1", lambda _state: worker.poll() is None)
        assert queue.job(job).done == 0
        said = worker.communicate()[1]
        assert worker.returncode != 0 and b"than this machine" in said
        told = [str(event.text) for event in queue.events()]
        assert len(told) == 1 and "Update Ratsu there" in told[0]  # not once for each task it might have had
        # The next queue may be another's.
        assert cluster.connected(local.address).get_metadata([cluster._SIGNATURE]) is None
