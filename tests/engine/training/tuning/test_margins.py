"""SPSA over the margins: which way they go, and a run that can be broken off and gone on with."""

import json
from pathlib import Path

import pytest

from engine import command_line as cli
from engine.ground.errors import RatsuError
from engine.search.margins import MARGIN_TABLE
from engine.training.tuning.margins import MarginsRun, moved, perturbed

START = [(margin.low + margin.high) / 2 for margin in MARGIN_TABLE]
UP = [1] * len(MARGIN_TABLE)


def test_versions_stand_a_step_to_either_side_but_inside_the_range() -> None:
    high = [float(margin.high) for margin in MARGIN_TABLE]
    assert perturbed(high, UP) == [margin.high for margin in MARGIN_TABLE]
    down = [-1] * len(MARGIN_TABLE)
    assert perturbed(high, down) == [margin.high - margin.step for margin in MARGIN_TABLE]


def test_margins_go_to_where_the_winner_had_them() -> None:
    directions = [1 if index % 2 else -1 for index in range(len(MARGIN_TABLE))]
    after = moved(START, directions, 2.0, 0.1)
    for index, margin in enumerate(MARGIN_TABLE):
        assert after[index] == pytest.approx(START[index] + directions[index] * 0.2 * margin.step)
    assert moved(START, directions, -2.0, 0.1)[0] > START[0]
    assert moved(START, directions, 0.0, 0.1) == START
    low = [float(margin.low) for margin in MARGIN_TABLE]
    assert moved(low, UP, -2.0, 0.1) == low


def test_a_run_goes_on_where_it_was_broken_off(tmp_path: Path) -> None:
    whole, broken = tmp_path / "whole.json", tmp_path / "broken.json"
    MarginsRun(whole, None, 30, 0.1, 3).run(6, lambda _now: True)
    for pairs in (1, 2, 3):
        run = MarginsRun(broken, None, 30, 0.1, 3)
        run.run(6, lambda _now: False)
        assert run.progress.pairs == pairs
    assert json.loads(broken.read_text()) == json.loads(whole.read_text())
    assert json.loads(broken.read_text())["values"] != [margin.network for margin in MARGIN_TABLE], (
        "six games at 30 nodes are not all level"
    )
    MarginsRun(broken, None, 30, 0.1, 3).run(6, lambda _now: pytest.fail("nothing is left to play"))
    with pytest.raises(RatsuError, match="other settings"):
        MarginsRun(broken, None, 31, 0.1, 3)


def test_pairs_side_by_side_are_counted_and_not_more_than_asked(tmp_path: Path) -> None:
    run = MarginsRun(tmp_path / "state.json", None, 20, 0.1, 1, threads=2)
    run.run(6, lambda _now: True)
    assert run.progress.pairs == 3


def test_the_command_prints_what_it_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    state = tmp_path / "margins.json"
    assert cli.main(["tune", "margins", str(state), "--games", "2", "--nodes", "20"]) == 0
    printed = capsys.readouterr().out
    assert f"{MARGIN_TABLE[0].name}: {MARGIN_TABLE[0].network} -> " in printed and "after 2 games" in printed
