"""Systematic self-play series: how the loser's weight moves, and a run that can be broken off and gone on with."""

import json
from pathlib import Path

import pytest

from engine import command_line as cli
from engine.evaluation.classical import default_weights
from engine.evaluation.terms import term_offsets
from engine.ground.errors import RatsuError
from engine.training.tuning.series import MOST_SERIES, SeriesRun, TermState, after_series
from engine.training.tuning.subject import ClassicalSubject


def test_the_losers_weight_moves_ten_percent_towards_the_winners() -> None:
    assert after_series(TermState("tempo", 50, 150, 6, 14, 20)) == (TermState("tempo", 60, 150, series=1), False)
    assert after_series(TermState("tempo", 50, 150, 14, 6, 20)) == (TermState("tempo", 50, 140, series=1), False)


def test_a_level_series_settles_the_term_at_the_mean() -> None:
    state, settled = after_series(TermState("tempo", 60, 150, 10.5, 9.5, 20))
    assert settled and state.mean() == 105


def test_versions_that_have_met_are_settled_and_so_are_endless_ones() -> None:
    assert after_series(TermState("tempo", 100, 110, 0, 20, 20)) == (TermState("tempo", 110, 110, series=1), True)
    assert after_series(TermState("tempo", 50, 150, 0, 20, 20, MOST_SERIES - 1))[1]


def test_only_the_named_term_is_scaled() -> None:
    weights = [(10, 20)] * len(default_weights())
    changed = ClassicalSubject().scaled(weights, "tempo", 50)
    at = term_offsets()["tempo"]
    assert [index for index, pair in enumerate(changed) if pair != (10, 20)] == [at] and changed[at] == (5, 10)
    with pytest.raises(RatsuError, match="there is no term 'nonsense'"):
        ClassicalSubject().scaled(weights, "nonsense", 50)


def test_a_run_goes_on_where_it_was_broken_off(tmp_path: Path) -> None:
    whole, broken = tmp_path / "whole.json", tmp_path / "broken.json"
    SeriesRun(whole, ["tempo"], 30, 2, 20, 3, ClassicalSubject()).run(lambda _at, _settled: True)
    pairs = 0

    def once(_at: TermState, _settled: bool) -> bool:
        nonlocal pairs
        pairs += 1
        return False

    while "tempo" not in (json.loads(broken.read_text())["found"] if broken.exists() else {}):
        SeriesRun(broken, ["tempo"], 30, 2, 20, 3, ClassicalSubject()).run(once)
    assert pairs >= 1 and json.loads(broken.read_text()) == json.loads(whole.read_text())
    again = SeriesRun(broken, ["tempo"], 30, 2, 20, 3, ClassicalSubject())
    again.run(lambda _at, _settled: pytest.fail("what is settled is not played again"))


def test_the_command_writes_weights(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "weights.py"
    arguments = ["--term", "tempo", "--games", "2", "--nodes", "20", "--spread", "5", "--out", str(out)]
    assert cli.main(["tune", "series", str(tmp_path / "series.json"), *arguments]) == 0
    assert "tempo: " in capsys.readouterr().out and "ratsu tune series" in out.read_text()
