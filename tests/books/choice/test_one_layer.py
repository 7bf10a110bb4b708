"""Moves that only one layer has are joined as if each were decided by itself."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from books.choice.layers import join, joined_rows
from books.entry import Flag, Layer, MoveRow, Presence

_ROWS = st.lists(
    st.builds(
        MoveRow,
        key=st.just(7),
        move=st.integers(0, 0xFFFF),
        flag=st.sampled_from(Flag),
        weight=st.sampled_from((0, 1, 3, 999, 10**9)),
        wins=st.sampled_from((0.0, 2.5)),
        locked=st.integers(0, 1),
        source=st.sampled_from((None, "user", "doctor")),
        credit=st.sampled_from((0.0, 0.5, -2.0)),
        inherits=st.integers(0, 1),
        presence=st.sampled_from(Presence),
    ),
    max_size=6,
    unique_by=lambda row: row.move,
)


@given(st.sampled_from(Layer), _ROWS)
def test_the_moves_and_rows_are_those_of_single_decisions(layer: Layer, rows: list[MoveRow]) -> None:
    other = Layer.LEARNED if layer is Layer.SHIPPED else Layer.SHIPPED
    layers = sorted([(layer, rows), (other, [])], key=lambda pair: list(Layer).index(pair[0]))  # takes the long way
    assert join([(layer, rows)]) == join(layers)
    assert joined_rows([(layer, rows)]) == joined_rows(layers)


def test_a_tuple_that_is_no_row_is_refused() -> None:
    with pytest.raises(TypeError, match="is not a MoveRow"):
        joined_rows([(Layer.USER, [(1, 2)])])  # type: ignore[list-item]
