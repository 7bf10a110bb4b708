"""What the engine may spend on a move, for each kind of clock."""

from dataclasses import replace

import pytest

from desktop.model.game.match import NewGame
from desktop.model.game.referee import limits_of
from engine.game.clock import Clock
from engine.game.limits import Limits
from engine.game.side import Side
from engine.game.time_control import NO_CLOCK, ClockKind, FixedLimits, Period, TimeControl
from engine.search.time_management import clock_budget

MINUTE = 60_000


def limits(control: TimeControl, clock: Clock | None = None, budget: FixedLimits | None = None) -> Limits:
    """Of the engine with Black."""
    match = NewGame(Side.WHITE, control=control, budget=budget or FixedLimits()).match()
    return limits_of(match, Side.BLACK, clock or Clock.start(control))


def test_increments_and_moves_to_go_are_those_of_the_period() -> None:
    control = TimeControl(5 * MINUTE, 0, moves=40, then=(Period(0, MINUTE, 3_000),))
    clock = replace(Clock.start(control), moves_made=(39, 38))
    found = limits(control, clock)
    assert (found.black_time_ms, found.moves_to_go, found.black_increment_ms) == (5 * MINUTE, 2, 0)
    later = limits(control, replace(clock, moves_made=(45, 45)))
    assert (later.moves_to_go, later.black_increment_ms, later.white_increment_ms) == (None, 3_000, 3_000)


def test_odds_give_each_side_its_own_figures() -> None:
    found = limits(TimeControl(MINUTE, 1_000, black=TimeControl(5_000, 100)))
    assert (found.white_time_ms, found.black_time_ms) == (MINUTE, 5_000)
    assert (found.white_increment_ms, found.black_increment_ms) == (1_000, 100)


def test_a_delay_is_free_time_of_this_move_too() -> None:
    found = limits(TimeControl(MINUTE, 5_000, kind=ClockKind.DELAY))
    assert (found.black_time_ms, found.black_increment_ms) == (MINUTE + 5_000, 5_000)


def test_what_bronsteins_clock_gives_back_comes_after_the_move() -> None:
    found = limits(TimeControl(MINUTE, 5_000, kind=ClockKind.BRONSTEIN))
    assert (found.black_time_ms, found.black_increment_ms) == (MINUTE, 5_000)


def test_an_hourglass_gives_nothing_back_by_itself() -> None:
    found = limits(TimeControl(MINUTE, 5_000, kind=ClockKind.HOURGLASS))
    assert (found.black_time_ms, found.black_increment_ms) == (MINUTE, 0)


def test_a_time_for_each_move_is_used_but_not_to_the_last_moment() -> None:
    found = limits(TimeControl(5_000, kind=ClockKind.MOVE))
    assert found == Limits(move_time_ms=4_850)


def test_the_engines_own_bounds_hold_with_and_without_a_clock() -> None:
    assert limits(NO_CLOCK, budget=FixedLimits(depth=6)) == Limits(depth=6)
    assert limits(NO_CLOCK, budget=FixedLimits(nodes=1_000)) == Limits(nodes=1_000)
    assert limits(NO_CLOCK, budget=FixedLimits(move_time_ms=3_000)) == Limits(move_time_ms=3_000)
    assert limits(NO_CLOCK).move_time_ms == 2_000
    timed = limits(TimeControl(MINUTE), budget=FixedLimits(depth=6))
    assert (timed.depth, timed.black_time_ms) == (6, MINUTE)
    short = Clock(TimeControl(MINUTE), MINUTE, 1_000)
    assert limits(TimeControl(MINUTE), short, FixedLimits(move_time_ms=3_000)) == Limits(move_time_ms=850)


def test_after_its_flag_the_engine_moves_soon() -> None:
    control = TimeControl(MINUTE, 2_000)
    over = Clock(control, MINUTE, -5_000)
    assert limits(control, over) == Limits(move_time_ms=500)


@pytest.mark.parametrize("kind", [kind for kind in ClockKind if kind is not ClockKind.MOVE])
def test_no_kind_of_clock_lets_the_engine_think_past_its_flag(kind: ClockKind) -> None:
    """A game of 300 moves in which the engine takes the most that its time management allows it."""
    control = TimeControl(20_000, 2_000, kind=kind)
    match = NewGame(Side.WHITE, control=control).match()
    clock = Clock.start(control).run(Side.BLACK)
    for _ in range(300):
        budget = clock_budget(limits_of(match, Side.BLACK, clock), white_to_move=False, overhead_ms=30)
        assert budget is not None
        clock = clock.elapse(int(budget.hard_ms))
        assert clock.flagged() is not Side.BLACK
        clock = clock.press(Side.BLACK).elapse(500).press(Side.WHITE)
        if clock.flagged() is Side.WHITE:
            break
