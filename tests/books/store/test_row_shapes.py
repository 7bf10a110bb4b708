"""Rows of a table are checked and made in one go."""

from enum import IntEnum
from typing import NamedTuple

import pytest

from books.store.row_shapes import RowShape, as_json, member, optional, whole


class Colour(IntEnum):
    """Two values, from -1 on."""

    RED = -1
    BLUE = 0


class Dot(NamedTuple):
    """A row of the table."""

    colour: Colour
    size: int | None


SHAPE = RowShape("dots", Dot, colour=member(Colour), size=optional(whole(0, 9)))


def test_rows_have_their_class_and_the_members_of_enumerations() -> None:
    (row,) = SHAPE.rows([(-1, None)])
    assert row == Dot(Colour.RED, None)
    assert type(row) is Dot
    assert row.colour is Colour.RED


@pytest.mark.parametrize("wrong", [(1, 3), (-2, 3), (2**80, 3), ("-1", 3), (None, 3), (-1, 10)])
def test_rows_end_before_the_first_that_does_not_fit(wrong: tuple[object, ...]) -> None:
    assert SHAPE.rows([(0, 1), wrong, (0, 2)]) == [Dot(Colour.BLUE, 1)]
    assert SHAPE.fault(wrong)


def test_a_row_of_another_length_is_an_error() -> None:
    with pytest.raises(ValueError, match="3 values for 2 columns"):
        SHAPE.rows([(0, 1, 2)])


def test_a_shape_that_makes_rows_has_no_checks_of_its_own() -> None:
    with pytest.raises(ValueError, match="check of its own"):
        RowShape("dots", Dot, colour=member(Colour), size=as_json(bool))
