"""The clocks run by a time that the test hands in; no test here waits."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QObject

from desktop.model.clock import Clock, ClockKind, Side, TimeControl
from desktop.services.clock_service import ClockService, next_change_ms
from tests.desktop.services.conftest import Heard

CONTROL = TimeControl(60_000, 2_000)


class FakeTime:
    """Seconds that go by only when told."""

    def __init__(self) -> None:
        self.now = 1_000.0

    def __call__(self) -> float:
        return self.now

    def pass_ms(self, milliseconds: float) -> None:
        self.now += milliseconds / 1_000


@pytest.fixture
def time() -> FakeTime:
    return FakeTime()


@pytest.fixture
def clock(qapp: QObject, time: FakeTime) -> Iterator[ClockService]:
    service = ClockService(now=time)
    yield service
    service.stop()


def test_the_increment_comes_with_the_move_and_what_it_took_is_told(clock: ClockService, time: FakeTime) -> None:
    clock.reset(1, Clock.start(CONTROL))
    clock.run(Side.WHITE)
    time.pass_ms(7_250)
    after = clock.punch(Side.WHITE)
    assert (after.white_ms, after.move_ms, after.running) == (60_000 - 7_250 + 2_000, 7_250, Side.BLACK)


def test_thousands_of_looks_lose_no_millisecond(clock: ClockService, time: FakeTime) -> None:
    clock.reset(1, Clock.start(CONTROL))
    clock.run(Side.WHITE)
    for _ in range(3_000):
        time.pass_ms(1.3)
        clock.tick()
    assert abs((clock.state.clock.white_ms or 0) - (60_000 - 3_900)) <= 1


def test_each_flag_is_told_once_and_the_clock_runs_on(clock: ClockService, time: FakeTime) -> None:
    flags = Heard(clock.flag_fell)
    clock.reset(1, Clock.start(CONTROL))
    clock.run(Side.WHITE)
    time.pass_ms(61_000)
    clock.tick()
    clock.tick()
    assert flags.all == [Side.WHITE]
    clock.punch(Side.WHITE)
    time.pass_ms(70_000)
    clock.tick()
    assert clock.state.clock.black_ms == -10_000


def test_a_pause_stops_the_middle_of_a_move(clock: ClockService, time: FakeTime) -> None:
    clock.reset(1, Clock.start(TimeControl(60_000, 5_000, kind=ClockKind.DELAY)))
    clock.run(Side.BLACK)
    time.pass_ms(4_000)
    clock.pause()
    time.pass_ms(90_000)
    assert clock.paused and clock.state.clock.running is None
    clock.resume()
    time.pass_ms(3_000)
    assert (clock.state.clock.black_ms, clock.state.clock.move_ms) == (58_000, 7_000)


def test_it_looks_again_exactly_when_the_figures_change() -> None:
    assert next_change_ms(60_000) == 1  # 1:00 is shown until the first millisecond is gone
    assert next_change_ms(59_350) == 351
    assert next_change_ms(9_340) == 41
    assert next_change_ms(-250) <= 100
