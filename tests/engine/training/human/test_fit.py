"""The learner's gradients are right, it learns what the games say, and it continues where it was cut off."""

from __future__ import annotations  # array[int] cannot be written at run time before Python 3.12

import math
from array import array
from pathlib import Path

import pytest

from engine.errors import RatsuError
from engine.evaluation.network import shipped
from engine.human.network import SHAPE, PolicyNetwork, shrunk
from engine.rules.board import CoreBoard
from engine.training.human.fit import Plan, Progress, fit, record, weights_of
from engine.training.human.games import extract, read_games
from engine.training.human.learner import Learner, offsets
from engine.training.human.recorder import Recorder
from tests.engine.training.human.made_games import made_pgn


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Records of some hundred made games."""
    path = tmp_path_factory.mktemp("human")
    (path / "games.pgn").write_text(made_pgn(420, seed=1))
    extract([path / "games.pgn"], path)
    said: list[str] = []
    for part in ("teach", "tune"):
        record(path / f"{part}.games", path / part, 0.25, said.append)
    assert len(said) == 2
    return path


def shards(folder: Path, part: str) -> list[Path]:
    return sorted((folder / part).glob("*.records"))


def test_records_that_are_there_are_not_made_again(folder: Path) -> None:
    said: list[str] = []
    record(folder / "teach.games", folder / "teach", 0.25, said.append)
    assert said == []


def test_gradients_equal_differences_of_the_loss(folder: Path) -> None:
    """Of the largest gradient in each block of the network, against a step of 0.001 to both sides: a larger one
    passes too many places where a number of the small network changes its sign."""
    records = shards(folder, "teach")[0].read_bytes()
    order = array("q", offsets(records)[:240])
    learner = Learner(5)
    learner.learn(records, order, 1e-3, 0.0, 0.0, 0.0)
    weights = learner.weights()
    learner.restore(weights, 0)
    fresh = Learner(5)
    fresh.restore(weights, 0)
    fresh.learn(records, order, 0.0, 0.0, 0.0, 0.0)
    means = array("f", fresh.state()[len(weights) : 2 * len(weights)])  # a tenth of the gradient after one step
    at = 0
    for rows, width in SHAPE:
        block = range(at, at + rows * width)
        place = max(block, key=lambda index: abs(means[index]))
        numeric = (_loss(weights, place, 0.001, records, order) - _loss(weights, place, -0.001, records, order)) / 0.002
        assert 10 * means[place] == pytest.approx(numeric, rel=0.35)
        at += rows * width


def _loss(weights: bytes, place: int, change: float, records: bytes, order: array[int]) -> float:
    values = array("f", weights)
    values[place] += change
    learner = Learner()
    learner.restore(values.tobytes(), 0)
    rows = learner.measure(records, order, True)
    return sum(row[2] for row in rows) / len(rows)


def test_it_learns_from_games_and_goes_on_from_its_checkpoint(folder: Path, tmp_path: Path) -> None:
    checkpoint, told = tmp_path / "checkpoint", list[Progress]()
    held = shards(folder, "tune")
    fit(lambda: shards(folder, "teach"), held, checkpoint, Plan(1, 2e-3, 64), told.append)
    begun = told[-1]
    fit(lambda: shards(folder, "teach"), held, checkpoint, Plan(4 * begun.positions, 2e-3, 64), told.append)
    assert told[-1].positions == 4 * begun.positions
    assert told[-1].held_loss < begun.held_loss - 0.1
    assert told[-1].held_top1 > begun.held_top1


def test_the_network_that_ships_judges_as_the_one_that_learned(folder: Path) -> None:
    """Five bits a weight instead of 32, features from the position instead of a record."""
    learner, game = Learner(3), next(read_games(folder / "teach.games"))
    recorder = Recorder(1)
    recorder.add_game(game.moves, (game.white, game.black, 300, 3, 0), (1.0, 1.0), {}, 1.0)
    records = recorder.take()
    losses = [row[2] for row in learner.measure(records, array("q", offsets(records)), True)]
    network = PolicyNetwork.from_payload(shrunk(learner.weights()), shipped())
    board, found = CoreBoard.start(), []
    for ply, move in enumerate(game.moves):
        question = game.question(ply)
        judged = dict(network.judge(board, question.elo, question.opponent, 300, 3, 0))
        if len(judged) > 1:
            found.append(-_log_share(judged, move))
        board.push(move)
    assert found == pytest.approx(losses, abs=0.05)


def _log_share(judged: dict[int, float], move: int) -> float:
    return judged[move] - math.log(sum(math.exp(logit) for logit in judged.values()))


def test_without_records_and_with_a_foreign_checkpoint_it_says_what_is_missing(tmp_path: Path) -> None:
    with pytest.raises(RatsuError, match="no records"):
        fit(list, [], tmp_path / "checkpoint", Plan(10, 1e-3), lambda progress: None)
    (tmp_path / "checkpoint").write_bytes(b"foreign")
    with pytest.raises(RatsuError, match="no checkpoint"):
        weights_of(tmp_path / "checkpoint")
