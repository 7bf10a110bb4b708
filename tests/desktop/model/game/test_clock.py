"""The clock is a value; time is handed in."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from engine.game.clock import Clock
from engine.game.side import Side
from engine.game.time_control import NO_CLOCK, ClockKind, Period, TimeControl

FIVE_AND_THREE = TimeControl(300_000, 3_000)


def test_only_the_running_side_loses_time() -> None:
    clock = Clock.start(FIVE_AND_THREE).run(Side.BLACK).elapse(1_234)
    assert (clock.white_ms, clock.black_ms) == (300_000, 298_766)


def test_a_move_earns_its_increment_and_starts_the_other_clock() -> None:
    clock = Clock.start(FIVE_AND_THREE).run(Side.WHITE).elapse(10_000).press(Side.WHITE)
    assert clock.white_ms == 293_000
    assert clock.running is Side.BLACK


def test_a_stopped_clock_loses_nothing() -> None:
    assert Clock.start(FIVE_AND_THREE).elapse(5_000) == Clock.start(FIVE_AND_THREE)


def test_the_time_control_is_added_again_after_its_moves() -> None:
    clock = Clock.start(TimeControl(60_000, moves=2))
    for side in (Side.WHITE, Side.BLACK, Side.WHITE):
        clock = clock.run(side).elapse(1_000).press(side)
    assert clock.white_ms == 118_000
    assert clock.black_ms == 59_000


def test_a_delay_is_free_time_and_is_not_saved_up() -> None:
    clock = Clock.start(TimeControl(60_000, 5_000, kind=ClockKind.DELAY)).run(Side.WHITE)
    assert clock.elapse(2_000).elapse(2_000).white_ms == 60_000
    assert clock.elapse(4_000).elapse(3_000).white_ms == 58_000
    assert clock.elapse(1_000).press(Side.WHITE).white_ms == 60_000


@given(st.lists(st.integers(0, 20_000), max_size=30))
def test_an_hourglass_never_loses_sand(passed: list[int]) -> None:
    clock = Clock.start(TimeControl(60_000, kind=ClockKind.HOURGLASS)).run(Side.WHITE)
    for number, milliseconds in enumerate(passed):
        clock = clock.elapse(milliseconds).press((Side.WHITE, Side.BLACK)[number % 2])
    assert (clock.white_ms or 0) + (clock.black_ms or 0) == 120_000


def test_time_odds_give_black_another_time() -> None:
    clock = Clock.start(TimeControl(60_000, black=TimeControl(10_000)))
    assert (clock.white_ms, clock.black_ms) == (60_000, 10_000)


def test_the_flag_falls_at_zero() -> None:
    clock = Clock.start(TimeControl(1_000)).run(Side.BLACK)
    assert clock.elapse(999).flagged() is None
    assert clock.elapse(1_000).flagged() is Side.BLACK


def test_without_a_clock_nothing_runs() -> None:
    clock = Clock.start(NO_CLOCK).run(Side.WHITE).elapse(1_000_000).press(Side.WHITE)
    assert clock.flagged() is None
    assert clock.white_ms is None


def test_the_time_control_is_written_as_pgn_has_it() -> None:
    # PGN standard, 9.6.1
    assert NO_CLOCK.pgn() == "-"
    assert TimeControl(300_000).pgn() == "300"
    assert FIVE_AND_THREE.pgn() == "300+3"
    assert TimeControl(9_000_000, moves=40).pgn() == "40/9000"
    assert TimeControl(180_000, kind=ClockKind.HOURGLASS).pgn() == "*180"


def test_periods_follow_each_other_and_the_last_one_repeats() -> None:
    # 40 moves in 90 minutes, then 20 in 30, then 15 minutes with 30 seconds a move for the rest
    rest = Period(0, 900_000, 30_000)
    control = TimeControl(5_400_000, moves=40, then=(Period(20, 1_800_000), rest))
    assert [control.moves_to_go(made) for made in (0, 39, 40, 59, 60, 200)] == [40, 1, 20, 1, None, None]
    added = {made: control.added_at(made) for made in range(1, 200)}
    assert {made: time for made, time in added.items() if time} == {40: 1_800_000, 60: 900_000}
    assert [control.increment_after(made) for made in (0, 59, 60)] == [0, 0, 30_000]
    again = replace(control, then=(Period(20, 1_800_000),))
    assert [made for made in range(1, 101) if again.added_at(made)] == [40, 60, 80, 100]
    assert control.pgn() == "40/5400:20/1800:900+30"  # PGN standard, 9.6.1


def test_bronstein_gives_back_what_a_move_took_and_no_more() -> None:
    clock = Clock.start(TimeControl(60_000, 5_000, kind=ClockKind.BRONSTEIN)).run(Side.WHITE)
    assert clock.elapse(2_000).white_ms == 58_000
    assert clock.elapse(2_000).press(Side.WHITE).white_ms == 60_000
    assert clock.elapse(8_000).press(Side.WHITE).white_ms == 57_000


def test_a_time_for_each_move_is_whole_again_after_it() -> None:
    control = TimeControl(30_000, kind=ClockKind.MOVE)
    clock = Clock.start(control).run(Side.WHITE).elapse(12_000).press(Side.WHITE)
    assert (clock.white_ms, clock.black_ms) == (30_000, 30_000)
    assert clock.elapse(30_000).flagged() is Side.BLACK
    assert control.pgn() == "1/30"


def test_a_pause_in_the_middle_of_a_move_costs_nothing_and_forgets_nothing() -> None:
    clock = Clock.start(TimeControl(60_000, 5_000, kind=ClockKind.DELAY)).run(Side.WHITE).elapse(4_000)
    clock = clock.run(None).elapse(50_000).run(Side.WHITE).elapse(2_000)
    assert (clock.white_ms, clock.move_ms) == (59_000, 6_000)


def test_odds_follow_whoever_had_them() -> None:
    control = TimeControl(300_000, 5_000, black=TimeControl(60_000))
    other = control.mirrored()
    assert (other.of(Side.WHITE).base_ms, other.of(Side.BLACK).base_ms) == (60_000, 300_000)
    assert (other.of(Side.WHITE).increment_ms, other.of(Side.BLACK).increment_ms) == (0, 5_000)
    assert FIVE_AND_THREE.mirrored() is FIVE_AND_THREE
