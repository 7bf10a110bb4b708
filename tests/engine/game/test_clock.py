"""The laws of the clock, whatever is done with it: no time comes from nowhere."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from engine.game.clock import Clock, time_text
from engine.game.limits import Limits
from engine.game.side import Side
from engine.game.time_control import ClockKind, FixedLimits, Period, TimeControl

OWN = st.builds(
    TimeControl,
    base_ms=st.integers(1_000, 90_000),
    increment_ms=st.integers(0, 5_000),
    moves=st.integers(0, 4),
    kind=st.sampled_from(ClockKind),
    then=st.just(()) | st.just((Period(3, 20_000, 1_000), Period(0, 5_000, 500))),
)
CONTROLS = OWN | st.builds(TimeControl.against, OWN, OWN)


class Laws(RuleBasedStateMachine):
    """What is left is what was given at the start and with the moves, less what was charged."""

    @initialize(control=CONTROLS)
    def begin(self, control: TimeControl) -> None:
        self.clock = Clock.start(control).run(Side.WHITE)
        self.turn = Side.WHITE
        self.given = {side: control.of(side).base_ms or 0 for side in Side}
        self.charged = dict.fromkeys(Side, 0)
        self.furthest = dict.fromkeys(Side, 0)

    def left(self) -> dict[Side, int]:
        return {side: self.clock.remaining(side) or 0 for side in Side}

    @rule(passed=st.integers(0, 8_000))
    def time_passes(self, passed: int) -> None:
        before = self.left()
        self.clock = self.clock.elapse(passed)
        spent = {side: before[side] - self.left()[side] for side in Side}
        own, other = (self.clock.control.of(side).kind for side in (self.turn, self.turn.other))
        hourglass = own is ClockKind.HOURGLASS and other is not ClockKind.MOVE
        assert 0 <= spent[self.turn] <= passed
        assert spent[self.turn.other] == (-spent[self.turn] if hourglass else 0)
        assert passed == 0 or self.clock.running is not None or not any(spent.values())
        for side in Side:
            self.charged[side] += spent[side]

    @precondition(lambda self: self.clock.running is not None)
    @rule()
    def press(self) -> None:
        before, side, took = self.left(), self.turn, self.clock.move_ms
        own, made = self.clock.control.of(side), self.clock.made(side)
        self.clock = self.clock.press(side)
        self.turn = side.other
        came = self.left()[side] - before[side]
        assert self.left()[side.other] == before[side.other] and self.clock.running is side.other
        if made < self.furthest[side]:
            assert came == 0  # the move comes again
        elif own.kind is ClockKind.MOVE:
            assert self.left()[side] == own.base_ms
        else:
            most = own.increment_after(made)
            most = {ClockKind.INCREMENT: most, ClockKind.BRONSTEIN: min(most, took)}.get(own.kind, 0)
            assert came == most + own.added_at(made + 1)
        self.furthest[side] = max(self.furthest[side], made + 1)
        self.given[side] += came

    @rule(plies=st.integers(1, 5))
    def take_back(self, plies: int) -> None:
        plies = min(plies, sum(self.clock.moves_made))
        before = self.left()
        self.clock = self.clock.taken_back(plies, self.turn)
        self.turn = self.turn.other if plies % 2 else self.turn
        assert self.left() == before and self.clock.running is None
        self.clock = self.clock.run(self.turn)

    @rule(passed=st.integers(0, 90_000))
    def adjourn(self, passed: int) -> None:
        before = self.clock
        self.clock = self.clock.run(None).elapse(passed).run(self.turn)
        assert before.running is None or self.clock == before

    @invariant()
    def what_is_left_is_what_was_given_less_what_was_charged(self) -> None:
        if hasattr(self, "clock"):
            assert self.left() == {side: self.given[side] - self.charged[side] for side in Side}

    @invariant()
    def a_flag_falls_with_the_last_of_its_time(self) -> None:
        if hasattr(self, "clock"):
            assert (self.clock.flagged() is None) == (min(self.left().values()) > 0)


TestLaws = Laws.TestCase


@given(control=CONTROLS, parts=st.lists(st.integers(0, 4_000), max_size=8))
def test_time_that_passes_in_parts_is_time_that_passes_at_once(control: TimeControl, parts: list[int]) -> None:
    clock = in_parts = Clock.start(control).run(Side.WHITE)
    for part in parts:
        in_parts = in_parts.elapse(part)
    assert in_parts == clock.elapse(sum(parts))


def test_a_margin_forgives_a_late_move() -> None:
    clock = Clock.start(TimeControl(1_000)).run(Side.WHITE).elapse(1_010)
    assert clock.flagged() is Side.WHITE and clock.flagged(margin_ms=20) is None


def test_the_bounds_of_a_move_hold_beside_the_clock() -> None:
    clock = Clock.start(TimeControl(60_000, 1_000, budget=FixedLimits(depth=6)))
    assert clock.limits(Side.WHITE).depth == 6 and clock.limits(Side.WHITE).white_time_ms == 60_000
    assert clock.limits(Side.WHITE, FixedLimits(2_000)) == Limits(move_time_ms=2_000)
    hurried = replace(clock, white_ms=500)
    assert hurried.limits(Side.WHITE, FixedLimits(2_000)) == Limits(move_time_ms=350)
    assert Clock.start(TimeControl(budget=FixedLimits(nodes=9))).limits(Side.BLACK) == Limits(nodes=9)


def test_a_move_that_comes_again_after_a_take_back_has_no_increment() -> None:
    clock = Clock.start(TimeControl(60_000, 2_000)).press(Side.WHITE).press(Side.BLACK)
    assert clock.increment_of(Side.WHITE) == 2_000
    assert clock.taken_back(2, Side.WHITE).increment_of(Side.WHITE) == 0


def test_bronsteins_clock_gives_back_no_more_than_the_move_took() -> None:
    clock = Clock.start(TimeControl(60_000, 3_000, kind=ClockKind.BRONSTEIN)).run(Side.WHITE)
    assert clock.elapse(1_000).press(Side.WHITE).remaining(Side.WHITE) == 60_000
    assert clock.elapse(5_000).press(Side.WHITE).remaining(Side.WHITE) == 58_000


def test_the_flag_falls_with_the_last_millisecond() -> None:
    clock = Clock.start(TimeControl(1_000)).run(Side.WHITE)
    assert clock.elapse(999).flagged() is None
    assert clock.elapse(1_000).flagged() is Side.WHITE
    assert clock.elapse(1_000).flagged(margin_ms=1) is None


def figures(clock: Clock) -> tuple[int | None, int | None, int | None]:
    limits = clock.limits(Side.WHITE)
    return limits.white_time_ms, limits.white_increment_ms, limits.moves_to_go


def test_a_search_is_told_of_every_kind_of_clock_in_time_and_increment() -> None:
    told = {ClockKind.INCREMENT: (60_000, 3_000, None), ClockKind.DELAY: (63_000, 3_000, None)}
    told |= {ClockKind.BRONSTEIN: (60_000, 3_000, None), ClockKind.HOURGLASS: (60_000, 0, None)}
    for kind, expected in told.items():
        assert figures(Clock.start(TimeControl(60_000, 3_000, kind=kind))) == expected


def test_a_search_is_told_how_many_moves_are_left_to_the_time_control() -> None:
    clock = Clock.start(TimeControl(60_000, moves=40))
    assert figures(clock)[2] == 40
    assert figures(clock.press(Side.WHITE).press(Side.BLACK))[2] == 39


def test_a_clock_shows_hours_minutes_and_seconds_and_rounds_up() -> None:
    shown = [time_text(ms) for ms in (0, 1, 299_000, 3_600_000, 3_909_000, 36_610_000)]
    assert shown == ["0:00", "0:01", "4:59", "1:00:00", "1:05:09", "10:10:10"]
