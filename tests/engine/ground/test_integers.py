"""Numbers that others wrote: what is none is told apart from what is one, and no length raises."""

import pytest

from engine.ground.integers import whole_number

LONG = "1" * 5000  # more digits than Python's int takes from a text


@pytest.mark.parametrize(
    "text", ["", "-", "?", "-5", "+5", "1_0", "²", "٣", "5.0", " 5", "0x5", LONG, "0" * 5000, "11", "2"]
)
def test_what_is_no_number_within_the_bounds_is_none(text: str) -> None:
    assert whole_number(text, 3, 10) is None


@pytest.mark.parametrize(("text", "number"), [("3", 3), ("10", 10), ("007", 7), ("0" * 17 + "9", 9)])
def test_a_number_may_have_zeros_in_front(text: str, number: int) -> None:
    assert whole_number(text, 3, 10) == number
