"""What night work finds on the way is in the evaluation store, and its answers are those of any machine."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from books.evaluations.store import EvaluationStore
from books.evaluations.values import LEAST_NODES
from engine.game.limits import GamePosition
from engine.game.position import START_POSITION, Position
from engine.ground.user_files import EVALUATIONS, data_folder
from engine.night import evaluations
from engine.night.job_request import JobRequest, add
from engine.night.kinds import match, review
from engine.night.queue import NightQueue
from engine.play.identity import own_identity
from tests.engine.night.test_runner import done, games_in

NODES = LEAST_NODES + 1_000  # a search ends at its limit or just before

GAME = """[White "Anna"]
[Black "Cy"]
[Result "1-0"]

1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0
"""


@pytest.fixture
def store() -> Iterator[EvaluationStore]:
    evaluations.close()
    with EvaluationStore(data_folder() / EVALUATIONS) as opened:
        yield opened
    evaluations.close()


@pytest.fixture
def queue(tmp_path: Path) -> Iterator[NightQueue]:
    with NightQueue(tmp_path / "night.db") as opened:
        yield opened


def test_the_evaluations_of_a_review_are_stored_before_its_task_counts(
    tmp_path: Path, store: EvaluationStore, queue: NightQueue
) -> None:
    job = queue.add("review", "x", {}, NODES, review.tasks([games_in(tmp_path, GAME)], ""))
    done(queue)
    played = ("e2e4", "e7e5", "d1h5", "b8c6", "f1c4")  # after the next move a mate in one ends the search
    for ply in range(len(played) + 1):
        there = Position.of(
            GamePosition(START_POSITION.fen, played[:ply], chess960=False).board().fen(), chess960=False
        )
        found = store.best(there, own_identity())
        assert found is not None and found.nodes >= LEAST_NODES
    (answer,) = queue.answers(job)
    (task,) = review.tasks([games_in(tmp_path, GAME)], "")
    told = review.answer(task.payload, NODES)
    assert len(told.pop("evaluations")) >= len(played) + 1  # a worker sends them, and the queue does not keep them
    assert answer.value == told


def test_searches_too_short_to_be_worth_it_are_not_sent(tmp_path: Path, store: EvaluationStore) -> None:
    (task,) = review.tasks([games_in(tmp_path, GAME)], "")
    assert "evaluations" not in review.answer(task.payload, 1_000)


def test_the_searches_of_a_match_are_stored(
    store: EvaluationStore, queue: NightQueue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(match, "_RULES", replace(match._RULES, max_moves=3))
    engines = ("ratsu name=strong", "ratsu level=800")
    add(queue, JobRequest("match", engines=engines, games=2, nodes=NODES))
    done(queue)
    found = store.latest(1_000)
    assert found and {one.engine for one in found} == {own_identity()}  # no level's
    assert all(one.nodes >= LEAST_NODES and one.lines[0].moves for one in found)
