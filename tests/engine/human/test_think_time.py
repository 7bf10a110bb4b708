"""Think times: hurried where time is short, longer where the choice is hard, and never beyond the clock."""

import math

from hypothesis import given
from hypothesis import strategies as st

from engine.human.think_time import QUANTILES, ROWS, choice_entropy, phase_of, seconds, speed_of, unit_s


def test_the_rows_are_times_of_people_in_rising_order() -> None:
    assert set(ROWS) == {(speed, added, phase) for speed in range(4) for added in (False, True) for phase in range(3)}
    for row in ROWS.values():
        assert list(row) == sorted(row) and len(row) == len(QUANTILES)


def test_the_middle_and_the_ninetieth_percentile_are_those_of_the_row() -> None:
    row = ROWS[1, False, 1]
    for part in (0.5, 0.9):
        wanted = row[QUANTILES.index(part)]
        assert math.isclose(seconds(24, 300, 0, 200.0, None, part), wanted * unit_s(200.0, 300, 0), rel_tol=1e-6)


@given(
    ply=st.integers(0, 300),
    base=st.integers(0, 10_000),
    increment=st.integers(0, 60),
    left=st.floats(0.0, 10_000),
    hard=st.none() | st.floats(0.0, 5.0),
    luck=st.floats(0.0, 1.0),
    pace=st.floats(0.0, 3.0),
)
def test_nobody_loses_on_time_by_thinking(
    ply: int, base: int, increment: int, left: float, hard: float | None, luck: float, pace: float
) -> None:
    took = seconds(ply, base, increment, left, hard, luck, pace)
    assert took == 0 or 0 < took <= left - 0.3


def test_a_hard_choice_takes_longer_and_an_empty_clock_hurries() -> None:
    easy, hard = (seconds(30, 300, 0, 150.0, level, 0.5) for level in (0.2, 3.0))
    assert hard > 1.3 * easy
    assert seconds(60, 300, 0, 8.0, 1.6, 0.5) < seconds(60, 300, 0, 200.0, 1.6, 0.5) / 2


def test_the_unit_shrinks_where_time_is_short_but_less_than_the_time() -> None:
    whole, half, tenth, none = (unit_s(left, 300, 0) for left in (300.0, 150.0, 30.0, 0.0))
    assert whole == half > tenth > whole / 3 and 0 < none < tenth
    assert unit_s(30.0, 300, 5) > tenth and unit_s(0.0, 0, 0) > 0


def test_hardness_is_none_where_one_move_is_certain() -> None:
    assert choice_entropy((1.0, 0.0)) == 0 and math.isclose(choice_entropy([0.25] * 4), math.log(4))


def test_speeds_and_phases_divide_games_as_their_names_say() -> None:
    assert [speed_of(*control) for control in ((60, 0), (180, 2), (600, 5), (1800, 20))] == [0, 1, 2, 3]
    assert [phase_of(ply) for ply in (0, 15, 16, 49, 50)] == [0, 0, 1, 1, 2]


def test_people_save_time_for_the_end_where_moves_add_none() -> None:
    """The same share of the time is left: in slow games people take half as long again where each move adds seconds."""
    alone, added = (seconds(60, 1800, more, (1800 + 20 * more) / 2, None, 0.5) for more in (0, 15))
    assert added > 1.4 * alone
