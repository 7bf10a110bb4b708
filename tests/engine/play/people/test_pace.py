"""The think time of a level in play: by the clock alone, ended by a stop, and asked for."""

import random
import threading
import time
from types import SimpleNamespace

import chess
import pytest

from engine.game.limits import GamePosition, Limits
from engine.game.stopper import Stopper
from engine.human.think_time import seconds
from engine.play.mover import RatsuMover
from engine.play.people import pace as pace_module
from engine.play.people.pace import Pace

START = GamePosition(chess.STARTING_FEN, chess960=False)
CLOCK = Limits(white_time_ms=300_000, black_time_ms=300_000)


class Waits(Stopper):
    """Notes how long it was to wait, and does not."""

    def __init__(self) -> None:
        super().__init__()
        self.asked_s: list[float] = []

    def stopped_within(self, seconds: float) -> bool:
        self.asked_s.append(seconds)
        return False


DAY_S = 86_400.0  # what the choice of the move takes on a busy machine is nothing beside it


@pytest.fixture
def day(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever thinks, thinks for a day, at full pace."""
    monkeypatch.setattr(pace_module, "seconds", lambda *asked: DAY_S * asked[-2])


def level(percent: int, elo: int = 1500) -> RatsuMover:
    mover = RatsuMover(seed=1)
    for name, value in (("UCI_LimitStrength", True), ("UCI_Elo", elo), ("Human Like", True), ("Human Time", percent)):
        mover.set_option(name, value)
    return mover


@pytest.mark.parametrize(
    ("percent", "limits", "elo", "waits"),
    [
        (100, CLOCK, 1500, True),
        (50, CLOCK, 1500, True),
        (0, CLOCK, 1500, False),  # at once, as UCI wants it
        (100, Limits(move_time_ms=100), 1500, False),  # no clock
        (100, Limits(white_time_ms=5000, black_time_ms=5000, nodes=500), 2600, False),  # nobody of this level is known
    ],
)
def test_only_a_level_of_people_with_a_clock_takes_its_time(
    day: None, percent: int, limits: Limits, elo: int, waits: bool
) -> None:
    mover, stopper = level(percent, elo), Waits()
    mover.choose(START, limits, stopper=stopper)
    assert [round(asked / DAY_S, 1) for asked in stopper.asked_s] == ([percent / 100] if waits else [])
    mover.close()


def test_a_stop_ends_the_thinking(day: None) -> None:
    mover, stopper = level(100), Stopper()
    mover.choose(START, Limits(nodes=1))  # the predictor is read
    threading.Timer(0.1, stopper.stop).start()
    assert mover.choose(START, CLOCK, stopper=stopper).move
    mover.close()


def test_the_same_game_takes_the_same_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pace_module, "time", SimpleNamespace(monotonic=lambda: 1_000.0))

    def asked(seed: int) -> float:
        stopper = Waits()
        Pace(seed).wait(START, CLOCK, 100, 1.5, 1_001.0, stopper)
        return round(stopper.asked_s[0], 1)

    assert asked(7) == asked(7) and len({asked(seed) for seed in range(8)}) > 3


def test_the_time_at_the_beginning_of_the_game_is_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten seconds left of five minutes are another matter than a game of ten seconds."""
    bases: list[int] = []

    def noted(_ply: int, base_s: int, *_rest: object) -> float:
        bases.append(base_s)
        return 0.0

    monkeypatch.setattr(pace_module, "seconds", noted)
    pace = Pace(1)
    for left_ms in (300_000, 10_000):
        pace.wait(START, Limits(white_time_ms=left_ms), 100, None, time.monotonic(), Waits())
    assert bases == [300, 300]


def test_a_person_is_quick_or_slow_for_a_whole_game() -> None:
    slow, quick = (
        [seconds(ply, 300, 0, 150.0, None, 0.5, habit=habit) for ply in range(20, 40)] for habit in (1.0, -1.0)
    )
    assert min(slow) > max(quick)
    drawn = sorted(
        seconds(24, 300, 0, 150.0, None, dice.random(), habit=dice.gauss())
        for dice in [random.Random(3)]
        for _ in range(4000)
    )
    assert drawn[2000] == pytest.approx(seconds(24, 300, 0, 150.0, None, 0.5), rel=0.1), (
        "people as a whole stay as they are"
    )
