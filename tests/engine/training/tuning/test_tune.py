"""Tuning: games can be played, read and learned from, and what is learned is written as the weights file."""

import runpy
from pathlib import Path

import pytest

from engine.evaluation.classical import default_weights
from engine.evaluation.terms import term_offsets, weight_count
from engine.ground.errors import RatsuError
from engine.training.tuning.selfplay import play_games
from engine.training.tuning.texel import collect, fit_slope, games_of, learn, weights_source
from engine.training.tuning.tuner import Tuner


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("tune") / "games.txt"
    play_games(path, 6, 60, seed=3)
    return path


def test_games_are_the_same_for_the_same_seed(games: Path, tmp_path: Path) -> None:
    again = tmp_path / "again.txt"
    play_games(again, 6, 60, seed=3)
    assert again.read_text() == games.read_text()


def test_a_run_stops_when_it_is_told_to(tmp_path: Path) -> None:
    assert play_games(tmp_path / "few.txt", 50, 30, seed=1, progress=lambda done, total: done < 2) == 2


def test_learning_lowers_the_error_on_what_it_learns_from(games: Path) -> None:
    tuner = Tuner()
    assert collect(tuner, [games], 8, 1, 10_000) > 100
    fit_slope(tuner)
    before = tuner.error(0, len(tuner))
    learn(tuner, 15, 2.0, 1e-9)
    assert tuner.error(0, len(tuner)) < before


def test_a_strong_belief_keeps_the_weights_where_they_were(games: Path) -> None:
    tuner = Tuner()
    collect(tuner, [games], 8, 1, 10_000)
    learn(tuner, 10, 0.5, 1.0)
    assert all(
        abs(a - b) <= 2
        for new, old in zip(tuner.weights(), default_weights(), strict=True)
        for a, b in zip(new, old, strict=True)
    )


def test_an_unfinished_last_line_is_left_out(games: Path, tmp_path: Path) -> None:
    broken = tmp_path / "broken.txt"
    broken.write_text(games.read_text() + "0.5 e2e4 e7")
    assert len(list(games_of(broken))) == 6


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(RatsuError, match=r"none\.pgn"):
        list(games_of(tmp_path / "none.pgn"))


def test_the_weights_file_holds_what_was_learned(tmp_path: Path) -> None:
    weights = [(index, -index) for index in range(weight_count())]
    path = tmp_path / "weights.py"
    path.write_text(weights_source(weights, "Made by a test."))
    default = runpy.run_path(str(path))["DEFAULT"]
    assert list(default) == list(term_offsets())
    assert [pair for run in default.values() for pair in run] == weights
