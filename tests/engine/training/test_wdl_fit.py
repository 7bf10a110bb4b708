"""The fitted curve is the one that the games were drawn from, and what is no game is told."""

import random
from pathlib import Path

import pytest

from engine.evaluation.wdl import HALF_WIN_CP, SPREAD_CP, win_draw_loss
from engine.training.wdl_fit import WdlError, fit_wdl, scored_positions

GAME = """[Event "test"]
[Result "0-1"]

1. e4 {[%eval 0.30]} e5 {[%eval 0.25]} 2. Nf3 Nc6 3. Bc4 Bc5 4. c3 Nf6 5. d3 d6 6. O-O O-O 7. Re1 a6 8. Bb3 Ba7
9. h3 {[%eval -0.50,9]} h6 {[%eval -0.60]} 10. Nbd2 {[%eval #-3]} 0-1

"""


def test_a_known_curve_is_found_again() -> None:
    source = random.Random(5)
    samples = []
    for _ in range(30_000):
        score = source.randint(-600, 600)
        win, draw, _ = win_draw_loss(score)
        drawn = source.randrange(1_000)
        samples.append((score, 1 if drawn < win else 0 if drawn < win + draw else -1))
    found = fit_wdl(samples)
    assert found.half_win == pytest.approx(HALF_WIN_CP, abs=8)
    assert found.spread == pytest.approx(SPREAD_CP, abs=8)


def test_scores_after_the_opening_are_read_from_white_side(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text(GAME * 2, encoding="utf-8")
    told: list[int] = []

    def progress(games: int) -> bool:
        told.append(games)
        return True

    assert list(scored_positions(path, progress)) == [(-50, -1), (-60, -1)] * 2
    assert told == [1, 2]


def test_too_few_or_missing_games_are_told(tmp_path: Path) -> None:
    with pytest.raises(WdlError, match="too few"):
        fit_wdl([(10, 1)] * 50)
    with pytest.raises(WdlError, match="too few"):
        fit_wdl([(10, 1)] * 5_000)
    with pytest.raises(WdlError, match=r"nowhere\.pgn"):
        list(scored_positions(tmp_path / "nowhere.pgn", lambda games: True))
