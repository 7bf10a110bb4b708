"""Levels: names, Elo, and what each gives up."""

from itertools import pairwise

import pytest

from engine.game.limits import Limits
from engine.ground.errors import OptionError
from engine.levels import HUMAN_TO, LEVELS, MAX_ELO, MIN_ELO, level_named, strength_of


@pytest.mark.parametrize(
    ("lowest", "highest", "styled"),
    [(MIN_ELO, MAX_ELO, True), (MIN_ELO, HUMAN_TO, False), (HUMAN_TO + 1, MAX_ELO, False)],
)
def test_a_stronger_level_never_sees_less_or_errs_more(lowest: int, highest: int, styled: bool) -> None:
    levels = [strength_of(elo, styled) for elo in range(lowest, highest + 1, 19)]
    for weaker, stronger in pairwise(levels):
        assert stronger.depth >= weaker.depth and stronger.nodes >= weaker.nodes
        assert stronger.noise_cp <= weaker.noise_cp and stronger.miss_permille <= weaker.miss_permille


def test_the_network_judges_above_the_levels_of_people_unless_a_style_is_played() -> None:
    assert [strength_of(elo).network for elo in (600, HUMAN_TO, HUMAN_TO + 1, MAX_ELO)] == [False, False, True, True]
    assert not any(strength_of(elo, styled=True).network for elo in (600, HUMAN_TO, HUMAN_TO + 1, MAX_ELO))
    assert all(strength_of(elo, styled=True).nodes < strength_of(MAX_ELO, styled=True).nodes for elo in (2400, 2600))


def test_outside_the_range_the_nearest_level_counts() -> None:
    assert strength_of(-5) == strength_of(MIN_ELO) and strength_of(10**9) == strength_of(MAX_ELO)


def test_a_level_of_2400_and_more_never_misses_a_recapture() -> None:
    assert all(strength_of(elo).miss_permille == 0 for elo in range(2400, MAX_ELO + 1))


@pytest.mark.parametrize("styled", [False, True])
def test_no_level_is_limited_more_than_the_one_under_it(styled: bool) -> None:
    rows = [strength_of(elo, styled) for elo in range(MIN_ELO, MAX_ELO + 1, 10)]
    for low, high in pairwise(rows):
        if low.network is high.network:
            assert (low.depth, low.nodes) <= (high.depth, high.nodes)
            assert low.noise_cp >= high.noise_cp and low.miss_permille >= high.miss_permille


def test_names_cover_the_whole_range_in_order() -> None:
    elos = [level.elo for level in LEVELS]
    assert elos == sorted(elos) and (elos[0], elos[-1]) == (MIN_ELO, MAX_ELO)


def test_a_level_is_found_by_name_in_any_case_and_by_number() -> None:
    assert level_named("Club Player").elo == 1600 and level_named(" 1234 ").elo == 1234


@pytest.mark.parametrize("text", ["", "399", "2801", "-1000", "٣٠٠٠", "wizard", "1" * 5000])
def test_what_is_no_level_is_refused_with_the_names(text: str) -> None:
    with pytest.raises(OptionError, match="first steps"):
        level_named(text)


def test_a_tighter_limit_of_the_user_stays() -> None:
    strength = strength_of(1600)
    limited = strength.limit(Limits(depth=1, nodes=10**9, move_time_ms=50))
    assert (limited.depth, limited.nodes, limited.move_time_ms) == (1, strength.nodes, 50)
