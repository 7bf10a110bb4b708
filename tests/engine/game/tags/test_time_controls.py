"""Time controls of the standard, of sites, of USCF and of FIDE, as PGN's standard would write them."""

import pytest

from engine.game.tags.time_controls import control_in
from engine.game.thinking_time import thinking_times, time_control_of
from engine.game.time_control import NO_CLOCK
from engine.human.predicted_player import seconds_of
from engine.pgn.reader import first_game

SPELLINGS = {
    "180+2": "180+2",
    "600": "600",
    "1/86400": "1/86400",
    "*60": "*60",
    "300+3d": "300+3d",
    **dict.fromkeys(("40/5400+30:1800+30", "90'/40+30'+30\"", "40/90, SD/30;+30", "40/90:30+30"), "40/5400+30:1800+30"),
    "90min/40moves+30min/end+30sec increment per move starting from move 1": "40/5400+30:1800+30",
    "90 minutes for 40 moves, then 30 minutes plus 30 seconds per move": "40/5400+30:1800+30",
    "100 minutes for the first 40 moves, followed by 50 minutes for the next 20 moves and then 15 minutes for the rest "
    "of the game with an additional 30 seconds per move starting from move one": "40/6000+30:20/3000+30:900+30",
    **dict.fromkeys(("90'+30\"", "90’ + 30’’", "90 min + 30 sec", "G/90;+30", "1h30 + 30s", "1.5h+30s"), "5400+30"),
    "Standard: 90 mins + 30 secs increment per move starting from move 1": "5400+30",
    **dict.fromkeys(("10|5", "10 | 5", "10 min + 5 sec", "10m+5s", "G10;inc5"), "600+5"),
    **dict.fromkeys(("10 min", "G/10", "Game in 10", "10 minutes", "Rapid: 10 min."), "600"),
    "G/60;d5": "3600+5d",
    "G/60 d5": "3600+5d",
    "40/120,SD/60": "40/7200:3600",
    "2h/40 + 1h/20 + 30'": "40/7200:20/3600:1800",
    "40 moves in 2 hours, 20 moves in 1 hour": "40/7200:20/3600",
    "120'/40, 60'/20, 15'+30\"": "40/7200+30:20/3600+30:900+30",
}


@pytest.mark.parametrize(("text", "standard"), SPELLINGS.items())
def test_a_time_control_is_read_in_each_form(text: str, standard: str) -> None:
    found = control_in(text)
    assert found is not None and found.pgn() == standard


@pytest.mark.parametrize("text", ["-", "?", "", "unlimited"])
def test_no_time_control_is_known_as_such(text: str) -> None:
    assert control_in(text) == NO_CLOCK


@pytest.mark.parametrize("text", ["Blitz", "1. e4", "x" * 5000, "5 + 3 + 2 min"[:4], "0 min"])
def test_other_texts_have_no_time_control(text: str) -> None:
    assert control_in(text) is None


def test_predictions_use_the_same_reader() -> None:
    assert [seconds_of(text) for text in ("10|5", "G/5", "40/7200", "-")] == [(600, 5), (300, 0), (0, 0), (0, 0)]


@pytest.mark.parametrize(
    ("control", "clocks", "base", "seconds"),
    [
        ("90+30", ("1:30:05", "1:29:30"), 5400, [25, 60]),  # minutes: the clock shows more than 90 seconds
        ("90+30", ("0:01:55", "0:01:50"), 90, [5, 10]),
        ("90'+30\"", ("1:30:05", "1:29:30"), 5400, [25, 60]),
    ],
)
def test_the_clocks_show_whether_the_control_is_in_minutes(
    control: str, clocks: tuple[str, str], base: int, seconds: list[int]
) -> None:
    value = control.replace('"', '\\"')
    game = first_game(f'[TimeControl "{value}"]\n\n1. e4 {{[%clk {clocks[0]}]}} e5 {{[%clk {clocks[1]}]}} *')
    found = time_control_of(game)
    assert found is not None and found.base_ms == 1000 * base
    assert [thinking_times(game)[node.id] // 1000 for node in game.main_line()] == seconds
    assert game.header("TimeControl") == control
