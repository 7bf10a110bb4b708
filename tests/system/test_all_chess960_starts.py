"""The 960 starts, each by one door: a game of the quick ones takes half a second, one of a match with its learning ten."""

from pathlib import Path

import pytest

from tests.system.test_chess960_games import DOORS, drawn_starts, play_all

SHARES = {"play": range(60), "match": range(60, 90), "uci": range(90, 525), "xboard": range(525, 959)}


def test_each_start_has_its_door() -> None:
    assert sorted(number for share in SHARES.values() for number in share) == [*range(959)]
    assert SHARES.keys() == DOORS.keys()


@pytest.mark.long
@pytest.mark.parametrize("door", SHARES)
def test_all_starts_are_played_to_their_end_and_learned(door: str, tmp_path: Path) -> None:
    numbers = drawn_starts(959, 960)
    play_all(door, [numbers[place] for place in SHARES[door]], tmp_path)
