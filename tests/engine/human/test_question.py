"""Time controls of PGN become seconds."""

import pytest

from engine.human.question import seconds_of


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("300+3", (300, 3)),
        ("600", (600, 0)),
        ("-", (0, 0)),
        ("", (0, 0)),
        ("40/7200:3600", (0, 0)),
        ("1/86400", (0, 0)),
    ],
)
def test_base_and_increment_are_read_and_anything_else_is_not_known(text: str, seconds: tuple[int, int]) -> None:
    assert seconds_of(text) == seconds
