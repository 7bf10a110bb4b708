"""Laws of the clock: never above what is left; more time or increment, never less thought; a hard limit that is hard."""

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from engine.game.limits import Limits
from engine.search.time_management import TimeBudget, TimeKeeper, clock_budget

CLOCKS, LONG_CLOCKS = 3_000, 100_000
MINUTE = 60_000


def clocks(count: int, seed: int) -> Iterator[tuple[Limits, int]]:
    """Random clocks of White, from 2 ms to three hours, with the overhead."""
    dice = random.Random(seed)
    for _ in range(count):
        time_ms = int(2 * 10 ** dice.uniform(0, 6.7))
        increment = dice.choice((0, 0, dice.randrange(1, 200), dice.randrange(200, 60_000)))
        moves = dice.choice((None, None, 1, 2, 3, dice.randrange(4, 60)))
        yield (
            Limits(white_time_ms=time_ms, white_increment_ms=increment, moves_to_go=moves),
            dice.choice((0, 10, 30, 100, 1_000)),
        )


def budget(limits: Limits, overhead_ms: int = 0) -> TimeBudget:
    found = clock_budget(limits, True, overhead_ms)
    assert found is not None
    return found


def the_laws_hold(count: int, seed: int) -> None:
    for limits, overhead in clocks(count, seed):
        found = budget(limits, overhead)
        time_ms = limits.white_time_ms
        assert time_ms is not None
        left = max(1.0, time_ms - overhead)
        # Never above what is left, and never half of it where more than two moves must be made with it.
        assert 1.0 <= found.soft_ms <= found.hard_ms <= max(1.0, 0.8 * left), (limits, overhead)
        if limits.moves_to_go is None or limits.moves_to_go > 2:
            assert found.hard_ms <= max(1.0, 0.4 * left), (limits, overhead)
        assert found.hard_ms <= max(1.0, 5 * (left + limits.white_increment_ms)), (limits, overhead)
        # More time or more increment, never less thought.
        for more in (
            replace(limits, white_time_ms=time_ms + 1 + time_ms // 7),
            replace(limits, white_increment_ms=limits.white_increment_ms + 1 + limits.white_increment_ms // 5),
        ):
            larger = budget(more, overhead)
            assert larger.soft_ms >= found.soft_ms and larger.hard_ms >= found.hard_ms, (limits, more, overhead)
        # More overhead, never more thought.
        smaller = budget(limits, overhead + 10)
        assert smaller.soft_ms <= found.soft_ms and smaller.hard_ms <= found.hard_ms


def test_the_laws_of_the_budget_hold_for_random_clocks() -> None:
    the_laws_hold(CLOCKS, 1)


@pytest.mark.long
def test_the_laws_of_the_budget_hold_for_a_hundred_thousand_random_clocks() -> None:
    the_laws_hold(LONG_CLOCKS, 2)


def test_an_increment_is_spent() -> None:
    """Of 60 s and 2 s a move about the increment more than of 60 s alone: it comes back with each move."""
    without, with_it = (budget(Limits(white_time_ms=MINUTE, white_increment_ms=value)) for value in (0, 2_000))
    assert 1_500 <= with_it.soft_ms - without.soft_ms <= 2_000


@pytest.mark.parametrize(
    ("limits", "soft", "hard"),
    [
        (Limits(white_time_ms=MINUTE), (1_500, 2_500), (9_000, 10_000)),
        (Limits(white_time_ms=MINUTE, moves_to_go=40), (1_400, 1_600), (7_000, 8_000)),
        (Limits(white_time_ms=MINUTE, moves_to_go=2), (29_000, 31_000), (47_000, 49_000)),
        (Limits(white_time_ms=MINUTE, moves_to_go=1), (44_000, 46_000), (47_000, 49_000)),
        (Limits(white_time_ms=1_000, white_increment_ms=10_000), (390, 410), (390, 410)),
        (Limits(white_time_ms=5 * MINUTE, moves_to_go=3), (95_000, 120_000), (119_000, 121_000)),
    ],
    ids=lambda value: str(value)[:60],
)
def test_the_budget_of_usual_clocks(limits: Limits, soft: tuple[int, int], hard: tuple[int, int]) -> None:
    """Hand-set values of the engine, in milliseconds: a change of them is a change of its play, and of its levels."""
    found = budget(limits)
    assert soft[0] <= found.soft_ms <= soft[1] and hard[0] <= found.hard_ms <= hard[1]


def test_sixty_moves_are_played_without_a_loss_on_time_though_each_takes_its_hard_limit() -> None:
    for start, increment in ((MINUTE, 0), (500, 5), (1_000, 10), (3 * MINUTE, 2_000)):
        left = float(start)
        for _ in range(60):
            found = budget(Limits(white_time_ms=int(left), white_increment_ms=increment), 10)
            left += increment - found.hard_ms
            assert left > 0, (start, increment)


def test_each_side_has_its_own_clock() -> None:
    limits = Limits(white_time_ms=MINUTE, black_time_ms=1_000, white_increment_ms=1_000, black_increment_ms=10)
    white, black = clock_budget(limits, True, 0), clock_budget(limits, False, 0)
    assert white is not None and black is not None
    assert white.soft_ms > 2_500 and black.soft_ms < 50
    assert clock_budget(Limits(white_time_ms=MINUTE), False, 0) is None


def keeper(forced: bool = False) -> TimeKeeper:
    return TimeKeeper(TimeBudget(1_000, 3_000), forced)


def test_the_aim_never_passes_the_hard_limit() -> None:
    dice = random.Random(3)
    for _ in range(500):
        watched = TimeKeeper(TimeBudget(1_000, dice.choice((1_000, 1_500, 3_000))), False)
        for _ in range(12):
            watched.wants_more(0, dice.randrange(3), dice.randrange(-500, 500), dice.randrange(1_001))
            assert watched.aim_ms(0) <= watched._budget.hard_ms


def test_a_move_that_stays_best_and_takes_the_nodes_is_given_less() -> None:
    stable, changing = keeper(), keeper()
    for number in range(10):
        stable.wants_more(0, 1, 20, 900)
        changing.wants_more(0, number, 20, 300)
    assert stable.aim_ms(900) < 700 < 1_500 < changing.aim_ms(300)


def test_a_falling_score_is_given_more_and_a_rising_one_less() -> None:
    falling, level, rising = keeper(), keeper(), keeper()
    for number in range(6):
        falling.wants_more(0, 1, -60 * number, 500)
        level.wants_more(0, 1, 0, 500)
        rising.wants_more(0, 1, 60 * number, 500)
    assert falling.aim_ms(500) > 1.4 * level.aim_ms(500) > 1.1 * 1.4 * rising.aim_ms(500)


def test_a_forced_move_takes_a_twentieth() -> None:
    assert keeper(forced=True).wants_more(49, 1, 0, 1_000)
    assert not keeper(forced=True).wants_more(51, 1, 0, 1_000)
    assert keeper().wants_more(600, 1, 0, 500)
    assert not keeper().wants_more(3_001, 1, 0, 0)
