"""Lists are sorted by values, and what says nothing comes last."""

import pytest

from engine.game.tags.order import in_order, sort_key

ORDERS = {
    "WhiteElo": (["900", "1500?", "2450 (FIDE)"], ["", "?", "-", "0", "unr."]),
    "Date": (["1985", "1985.07.03", "Oct 15, 2016"], ["????.??.??", "", "?", "????.05.01", "soon"]),
    "Result": (["0-1", "1/2-1/2", "1:0"], ["*", "", "?"]),
    "Round": (["2", "10", "final", "QF"], ["?", "-", ""]),
    "White": (["adams", "Berg", "Öberg"], ["?", ""]),
    "WhiteAccuracy": (["3.5", "20.1"], [""]),
}


@pytest.mark.parametrize("column", ORDERS)
def test_what_says_nothing_comes_last_in_both_directions(column: str) -> None:
    known, empty = ORDERS[column]
    mixed = [*empty, *known[::-1]]
    assert in_order(mixed, sort_key(column)) == [*known, *empty]
    assert in_order(mixed, sort_key(column), descending=True) == [*known[::-1], *empty]


def test_a_round_that_is_no_number_for_a_sort_is_a_text() -> None:
    assert in_order(["nan", "inf", "3"], sort_key("Round")) == ["3", "inf", "nan"]
    long = "1                    (play-off)"  # its first twenty signs are a number
    assert in_order([long, "nan", "3"], sort_key("Round")) == ["3", long, "nan"]
