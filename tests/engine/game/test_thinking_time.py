"""The thinking time of moves, from clocks, time control and `%emt`."""

import pytest

from engine.game.thinking_time import thinking_times
from engine.pgn.reader import first_game

SCHOLAR = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6"


def seconds(control: str, clocks: str, header: str = "TimeControl") -> list[float | None]:
    """The times in seconds of a game whose moves have these clocks after them; `-`: the move has none."""
    tags = f'[{header} "{control}"]\n' if control else ""
    moves = zip(SCHOLAR.split(), clocks.split(), strict=False)
    text = " ".join(move if clock == "-" else f"{move} {{[%clk {clock}]}}" for move, clock in moves)
    game = first_game(f"{tags}\n{text} *")
    times = thinking_times(game)
    return [None if (time := times.get(node.id)) is None else time / 1000 for node in game.main_line()]


@pytest.mark.parametrize(
    ("control", "clocks", "times"),
    [
        ("180+2", "0:03:00 0:03:00 0:02:58 0:03:01", [0, 0, 4, 1]),  # lichess: the first move is not counted
        ("180+2", "0:03:01.9 0:02:59 0:02:58 0:02:57", [0.1, 3, 5.9, 4]),  # chess.com counts it
        ("600", "0:09:55 0:09:59 0:09:55.5", [5, 1, 0]),  # rounded up to half a second
        ("5400+30", "1:30:05 1:30:10 1:30:10", [25, 20, 25]),
        ("1/86400", "23:00:00 22:12:10", [3600, 6470]),
        (
            "2/60+1:30+1",
            "0:00:50 0:00:55 0:01:10 0:00:52",
            [11, 6, 11, 4],
        ),  # White's second period was added, Black's not yet
        ("300", "0:05:00 0:05:00 0:05:15 0:04:50", [0, 0, None, 10]),  # the opponent gave time
        ("60+5d", "0:00:58 0:01:00 0:00:55", [7, None, 8]),  # a US delay of five seconds
        ("*60", "0:00:50 0:01:00", [None, None]),
        ("", "0:10:00 0:10:00 0:09:48 0:09:00", [None, None, 12, 60]),
        ("", "0:10:00 0:10:00 0:09:48 0:10:01", [None, None, None, None]),  # an increment that no tag names
        ("?", "0:10:00 - 0:09:48", [None, None, 12]),
    ],
)
def test_a_time_is_what_left_the_clock_and_what_was_added_to_it(
    control: str, clocks: str, times: list[float | None]
) -> None:
    assert seconds(control, clocks) == times


def test_time_odds_count_for_each_side() -> None:
    game = first_game(
        '[WhiteTimeControl "60"]\n[BlackTimeControl "300+3"]\n\n1. e4 {[%clk 0:00:58]} e5 {[%clk 0:05:01]} *'
    )
    assert thinking_times(game) == {1: 2000, 2: 2000}


def test_a_time_in_the_file_comes_before_the_clocks() -> None:
    text = "1. e4 {[%clk 0:10:00]} e5 {[%emt 0:00:07]} 2. Nf3 {[%clk 0:09:48]} Nc6 {[%clk 0:09:00]} (2... d6 {[%emt 0:00:09]}) *"
    assert thinking_times(first_game(text)) == {2: 7_000, 3: 12_000}
