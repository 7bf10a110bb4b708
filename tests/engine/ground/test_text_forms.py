"""A text with a number has the form of the number, in every language."""

import pytest

from engine.ground.text import Text


@pytest.mark.parametrize(
    ("written", "left", "told"),
    [
        (1, 1, "1 move written; 1 is left out."),
        (2, 1, "2 moves written; 1 is left out."),
        (1, 0, "1 move written; 0 are left out."),
        (12_345, 2, "12345 moves written; 2 are left out."),
    ],
)
def test_each_form_belongs_to_the_number_before_it(written: int, left: int, told: str) -> None:
    assert str(Text("%1 {move|moves} written; %2 {is|are} left out.", written, left)) == told


def test_names_are_no_numbers() -> None:
    assert str(Text("%1 {game|games} of %2 {was|were} added", 1, "3 games.pgn")) == "1 game of 3 games.pgn was added"


def test_a_form_before_the_number_belongs_to_the_first_one() -> None:
    template = "The first {half move is|%1 half moves are} in the book."
    assert str(Text(template, 1)) == "The first half move is in the book."
    assert str(Text(template, 7)) == "The first 7 half moves are in the book."


def test_braces_in_a_value_are_shown_as_they_are() -> None:
    """A path or a comment may hold anything; only a template has forms."""
    assert str(Text("%1 was closed, %2 {move|moves}", "{a|b}.pgn", 1)) == "{a|b}.pgn was closed, 1 move"
    assert str(Text("%1", "{a|b}")) == "{a|b}" and str(Text("{alone}")) == "{alone}"
