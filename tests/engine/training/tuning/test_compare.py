"""Weights against weights: files are read and not run, a match can be gone on with, and better weights win."""

from pathlib import Path

import pytest

from engine import command_line as cli
from engine.evaluation.classical import default_weights
from engine.ground.errors import RatsuError
from engine.training.tuning.compare import WeightMatch, read_weights
from engine.training.tuning.texel import weights_source


def test_weights_are_read_back_as_they_were_written(tmp_path: Path) -> None:
    path = tmp_path / "weights.py"
    path.write_text(weights_source(default_weights(), "Made by a test."))
    assert read_weights(path) == default_weights()


@pytest.mark.parametrize(
    "text", ["", "DEFAULT: dict = {}", "DEFAULT: dict = open('x')", "DEFAULT: int = 3", "(", "x = 1"]
)
def test_what_holds_no_weights_is_refused_unread(tmp_path: Path, text: str) -> None:
    path = tmp_path / "weights.py"
    path.write_text(text)
    with pytest.raises(RatsuError, match="weights"):
        read_weights(path)


def test_better_weights_win_and_a_match_goes_on(tmp_path: Path) -> None:
    worse = [(mg // 4, eg // 4) if at > 4 else (100, 100) for at, (mg, eg) in enumerate(default_weights())]
    state = tmp_path / "match.json"
    match = WeightMatch(state, default_weights(), worse, 60)  # all men worth the same
    match.run(6, lambda results: len(results) < 2)
    assert len(match.results) == 2
    match = WeightMatch(state, default_weights(), worse, 60)
    match.run(6, lambda _results: True)
    assert len(match.results) == 6 and sum(match.results) >= 5
    with pytest.raises(RatsuError, match="other weights"):
        WeightMatch(state, worse, worse, 60)


def test_the_command_prints_the_result(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "weights.py"
    path.write_text(weights_source(default_weights(), "Made by a test."))
    arguments = [str(tmp_path / "match.json"), str(path), "--games", "2", "--nodes", "20"]
    assert cli.main(["tune", "compare", *arguments]) == 0
    assert capsys.readouterr().out.startswith("2 games: +")
