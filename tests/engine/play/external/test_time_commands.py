"""What an XBoard engine is told of its time, by the protocol's own document (GNU XBoard, engine-intf.html)."""

from dataclasses import replace

import pytest

from engine.game.limits import Limits
from engine.play.external.errors import EngineUnusable
from engine.play.external.xboard_client import time_commands

CLOCK = Limits(white_time_ms=61_500, black_time_ms=30_000, white_increment_ms=500, moves_to_go=40)


@pytest.mark.parametrize(
    ("limits", "told"),
    [
        (Limits(depth=6), ["sd 6"]),
        (Limits(move_time_ms=100), ["st 1"]),
        (Limits(move_time_ms=1_400), ["st 2"]),
        (Limits(depth=6, move_time_ms=3_000), ["sd 6", "st 3"]),
        (CLOCK, ["level 40 1:01 0.5", "time 6150", "otim 3000"]),
        (replace(CLOCK, depth=6), ["sd 6", "level 40 1:01 0.5", "time 6150", "otim 3000"]),
    ],
)
def test_every_limit_is_told_before_the_first_move(limits: Limits, told: list[str]) -> None:
    """A bound of the depth hid the clock, and the time for the move."""
    assert time_commands(limits, True, "Fake", first=True) == told
    assert time_commands(limits, True, "Fake", first=False) == [line for line in told if "tim" in line]


def test_a_limit_that_the_protocol_does_not_have_is_refused() -> None:
    with pytest.raises(EngineUnusable, match="no limit of nodes"):
        time_commands(Limits(nodes=100), True, "Fake", first=True)
