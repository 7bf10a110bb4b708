"""A mistake that is looked at longer stays as it was where the look is stopped."""

from types import SimpleNamespace
from typing import Any, cast

import chess
import pytest

from engine.play.review.coaching import _farther
from engine.play.review.judge import PositionJudge


@pytest.mark.parametrize("known", [0, 1])
def test_one_of_two_looks_changes_nothing(known: int) -> None:
    after = chess.Board()
    after.push_uci("e2e4")
    looks = iter([SimpleNamespace(line=("d2d4",), score=None)] * known)
    judge = SimpleNamespace(worth=lambda *_: next(looks, None))
    mistake = cast(Any, SimpleNamespace(played=SimpleNamespace(boards=(chess.Board(), after)), move="e2e4"))
    assert _farther(cast(PositionJudge, judge), mistake, None) is mistake
