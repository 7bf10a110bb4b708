"""Heats lie straight between the ratings they were fitted to."""

import pytest

from engine.human.calibration import RATINGS, temperature_at

HEATS = tuple(1 + index / 10 for index in range(len(RATINGS)))


@pytest.mark.parametrize(
    ("elo", "heat"), [(100, 1.0), (800, 1.0), (900, 1.05), (1000, 1.1), (2150, 1.675), (2200, 1.7), (3000, 1.7)]
)
def test_heat_between_and_beyond_the_ratings(elo: int, heat: float) -> None:
    assert temperature_at(HEATS, elo) == pytest.approx(heat)


def test_without_heats_numbers_stay() -> None:
    assert temperature_at((), 1500) == 1
