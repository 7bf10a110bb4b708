"""TD(lambda): the arithmetic of a game's lesson, and a run that can be broken off and gone on with."""

import json
from pathlib import Path

import pytest

from engine import command_line as cli
from engine.evaluation.classical import default_weights
from engine.evaluation.terms import linear_count
from engine.ground.errors import RatsuError
from engine.training.tuning.temporal import SLOPE, Sample, TdRun, steps


def test_a_step_is_the_gradient_times_the_jumps_that_follow() -> None:
    # Two positions, one weight used once by White in the first only, all in the middlegame; a lost game.
    samples = [Sample(0.5, ((3, 1),), 24), Sample(0.4, (), 24)]
    expected = 100 * SLOPE * 0.25 * ((0.4 - 0.5) + 0.5 * (0.0 - 0.4))  # d1 + lambda d2
    assert steps(samples, 0.0, 0.5, 100)[(3, 0)] == pytest.approx(expected)
    assert steps(samples, 0.0, 0.5, 100)[(3, 1)] == 0.0


def test_with_lambda_one_the_result_counts_alone_and_with_zero_the_next_value() -> None:
    samples = [Sample(0.5, ((0, 2),), 0), Sample(0.9, (), 0), Sample(0.2, (), 0)]
    assert steps(samples, 1.0, 1.0, 10)[(0, 1)] == pytest.approx(10 * SLOPE * 0.25 * 0.5 * 2)
    assert steps(samples, 1.0, 0.0, 10)[(0, 1)] == pytest.approx(10 * SLOPE * 0.25 * 0.4 * 2)


def test_a_game_that_went_as_foreseen_teaches_nothing() -> None:
    samples = [Sample(0.5, ((0, 1),), 12)] * 5
    assert set(steps(samples, 0.5, 0.7, 400).values()) == {0.0}


def test_no_game_moves_a_weight_far() -> None:
    samples = [Sample(0.5, ((0, 8),), 12)] * 200
    assert max(map(abs, steps(samples, 1.0, 1.0, 1e6).values())) <= 4.0


def test_a_run_goes_on_where_it_was_broken_off(tmp_path: Path) -> None:
    whole, broken = tmp_path / "whole.json", tmp_path / "broken.json"
    TdRun(whole, 40, 0.7, 400, 5).run(3, lambda _game: True)
    TdRun(broken, 40, 0.7, 400, 5).run(3, lambda game: game.number < 2)
    assert json.loads(broken.read_text())["games"] == 2
    run = TdRun(broken, 40, 0.7, 400, 5)
    run.run(3, lambda _game: True)
    assert run.games == 3 and json.loads(broken.read_text()) == json.loads(whole.read_text())
    moved = [new != list(map(float, old)) for new, old in zip(run.values, default_weights(), strict=True)]
    assert any(moved[: linear_count()]) and not any(moved[linear_count() :])


def test_the_command_writes_weights_and_refuses_a_foreign_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    state, out = tmp_path / "td.json", tmp_path / "weights.py"
    assert cli.main(["tune", "td", str(state), "--games", "1", "--nodes", "30", "--out", str(out)]) == 0
    assert "game 1: " in capsys.readouterr().out and "ratsu tune td" in out.read_text()
    state.write_text('{"kind": "another"}')
    with pytest.raises(RatsuError, match="not the state"):
        TdRun(state, 30, 0.7, 400, 1)
