"""Ratings and ECO codes as tags have them."""

import pytest

from engine.game.tags.ratings import eco_in, elo_in

LONG = "1" * 5000


@pytest.mark.parametrize(
    ("text", "rating"),
    [
        *(("0", None), ("1", 1), ("2500", 2500), ("4999", 4999), ("5000", None), ("0020003000", None), (LONG, None)),
        *(("2450 (FIDE)", 2450), ("2450 FIDE", 2450), ("FIDE 2450", 2450), ("1500?", 1500), ("1842P", 1842)),
        *(("unr.", None), ("-", None), ("?", None), ("", None), ("24xx", None), ("2450/2400", None), ("1.e4", None)),
    ],
)
def test_a_rating_is_read_with_what_stands_beside_it(text: str, rating: int | None) -> None:
    assert elo_in(text) == rating


@pytest.mark.parametrize(
    ("text", "code"),
    [("B90", "B90"), ("b90", "B90"), ("B90/05", "B90"), (" C42 ", "C42"), ("Sicilian", ""), ("B9", "")],
)
def test_an_eco_code_is_read_without_its_subcode(text: str, code: str) -> None:
    assert eco_in(text) == code
