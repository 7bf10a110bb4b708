"""TD(lambda): the arithmetic of a game's lesson, and a run that can be broken off and gone on with."""

import json
from pathlib import Path
from typing import Any

import pytest

from engine import command_line as cli
from engine.evaluation.charted import ChartedEvaluation
from engine.evaluation.classical import coefficients, default_weights, set_default_weights
from engine.evaluation.styles import style_named
from engine.evaluation.terms import linear_count
from engine.evaluation.texts.presets import PERUS_SHAKKI
from engine.evaluation.texts.style import TERM_NAMES, Style
from engine.ground.errors import RatsuError
from engine.rules.board import CoreBoard
from engine.training.tuning.subject import ClassicalSubject, Rows, StyleSubject, Subject, Uses
from engine.training.tuning.temporal import SLOPE, LeafSample, TdRun, steps, temporal_differences


def _steps(samples: list[LeafSample], result: float, decay: float, rate: float) -> dict[tuple[int, int], float]:
    return steps(samples, temporal_differences(samples, result, decay), rate)


ONCE: Uses = (((3, 0), 1.0),)


def test_a_step_is_the_gradient_times_the_jumps_that_follow() -> None:
    # Two positions, one weight used once by White in the first only; a lost game.
    samples = [LeafSample(0.5, ONCE), LeafSample(0.4, ())]
    expected = 100 * SLOPE * 0.25 * ((0.4 - 0.5) + 0.5 * (0.0 - 0.4))  # d1 + lambda d2
    assert _steps(samples, 0.0, 0.5, 100) == {(3, 0): pytest.approx(expected)}


def test_with_lambda_one_the_result_counts_alone_and_with_zero_the_next_value() -> None:
    samples = [LeafSample(0.5, (((3, 0), 2.0),)), LeafSample(0.9, ()), LeafSample(0.2, ())]
    assert _steps(samples, 1.0, 1.0, 10)[(3, 0)] == pytest.approx(10 * SLOPE * 0.25 * 0.5 * 2)
    assert _steps(samples, 1.0, 0.0, 10)[(3, 0)] == pytest.approx(10 * SLOPE * 0.25 * 0.4 * 2)


def test_a_game_that_went_as_foreseen_teaches_nothing() -> None:
    assert set(_steps([LeafSample(0.5, ONCE)] * 5, 0.5, 0.7, 400).values()) == {0.0}


def test_no_game_moves_a_weight_far() -> None:
    samples = [LeafSample(0.5, (((0, 0), 8.0),))] * 200
    assert max(map(abs, _steps(samples, 1.0, 1.0, 1e6).values())) <= 4.0


@pytest.mark.parametrize("subject", [ClassicalSubject(), StyleSubject(PERUS_SHAKKI)], ids=["classical", "style"])
def test_the_uses_are_the_slope_of_the_score(subject: Subject[Any]) -> None:
    board = CoreBoard.from_fen("r2q1rk1/pp2ppbp/4b1p1/n7/3PP3/3BBP2/P3N1PP/R2Q1RK1 w - - 3 14", chess960=False)
    rows = subject.rows()
    for row, place in [key for key, _ in subject.uses(board)][:8]:
        changed = [list(one) for one in rows]
        changed[row][place] += 100
        slope = dict(subject.uses(board))[(row, place)]
        assert _score(subject, changed, board) - _score(subject, rows, board) == pytest.approx(100 * slope, abs=1.5)


def _score(subject: Subject[Any], rows: Rows, board: CoreBoard) -> float:
    found = subject.learned(rows)
    if isinstance(found, Style):
        return ChartedEvaluation(found).points(board)[2]
    before = default_weights()
    set_default_weights(found)
    try:
        return coefficients(board)[3]
    finally:
        set_default_weights(before)


def test_a_run_goes_on_where_it_was_broken_off(tmp_path: Path) -> None:
    whole, broken = tmp_path / "whole.json", tmp_path / "broken.json"
    TdRun(whole, 40, 0.7, 400, 5, ClassicalSubject()).run(3, lambda _game: True)
    TdRun(broken, 40, 0.7, 400, 5, ClassicalSubject()).run(3, lambda game: game.number < 2)
    assert json.loads(broken.read_text())["games"] == 2
    run = TdRun(broken, 40, 0.7, 400, 5, ClassicalSubject())
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
        TdRun(state, 30, 0.7, 400, 1, ClassicalSubject())


@pytest.mark.parametrize("step", ["td", "samuel", "series"])
def test_each_method_writes_into_a_style_file(step: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    state, out = tmp_path / "state.json", tmp_path / "mine.json"
    effort = ["--games", "2", "--nodes", "400", "--out", str(out), "--style", "perus-shakki 2004"]
    some = ["--term", "mobility", "--spread", "10"] if step == "series" else []
    assert cli.main(["tune", step, str(state), *effort, *some]) == 0
    assert "style written to" in capsys.readouterr().out
    found = style_named(str(out))
    assert isinstance(found, Style) and found.name == PERUS_SHAKKI.name
    changed = [name for name in TERM_NAMES if found.weight(name) != PERUS_SHAKKI.weight(name)]
    assert set(changed) <= {name for name in TERM_NAMES if any(PERUS_SHAKKI.weight(name))}
    assert changed if step != "series" else changed in ([], ["mobility"])


def test_percentages_are_no_style_to_tune(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["tune", "td", str(tmp_path / "state.json"), "--style", "solid"]) != 0
    assert "is not a style of the source texts" in capsys.readouterr().err
