"""The words of the XBoard protocol: time controls, thinking output and options."""

import pytest

from engine.game.info import Info, Score
from engine.game.time_control import TimeControl
from engine.protocols.xboard_text import option_feature, parse_level, parse_seconds, post_line


def test_levels_and_seconds_are_read() -> None:
    assert parse_level("40 5 0".split()) == TimeControl(300_000, 0, 40)  # noqa: SIM905
    assert parse_level(["0", "2:30", "12"]) == TimeControl(150_000, 12_000)
    assert parse_level(["0", "1", "0.05"]) == TimeControl(60_000, 50)
    assert parse_level(["40", "1:00", "0"]) == TimeControl(60_000, 0, 40)
    assert parse_level(["0", "x", "1"]) is None and parse_level([]) is None and parse_level(["40", "0:00", "0"]) is None
    assert parse_seconds("-3") == 0 and parse_seconds("1.5x") is None and parse_seconds("") is None


def test_thinking_output_counts_mates_from_a_hundred_thousand() -> None:
    info = Info(7, 9, 1, Score(mate=-3), 5000, 250, ("e2e4",))
    assert post_line(info, ["e2e4"]) == "7 -100003 25 5000 9 20000 0\te2e4"
    assert post_line(Info(7, 9, 1, Score(centipawns=-31), 1, 10, ()), []).startswith("7 -31 1 1 ")


@pytest.mark.parametrize(
    ("uci", "cecp"),
    [
        ("option name Move Overhead type spin default 30 min 0 max 5000", '"Move_Overhead -spin 30 0 5000"'),
        ("option name OwnBook type check default true", '"OwnBook -check 1"'),
        ("option name SyzygyPath type string default <empty>", '"SyzygyPath -path "'),
        ("option name Style type combo default solid var solid var wild", '"Style -combo *solid /// wild"'),
        ("option name Clear Hash type button", '"Clear_Hash -button"'),
    ],
)
def test_options_are_declared_in_cecp(uci: str, cecp: str) -> None:
    assert option_feature(uci) == f"feature option={cecp}"


def test_options_with_commands_of_their_own_are_not_declared_twice() -> None:
    assert option_feature("option name Hash type spin default 16 min 1 max 1024") is None
