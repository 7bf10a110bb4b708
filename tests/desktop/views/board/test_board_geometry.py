"""Where squares are: laws that hold for every size, scaling and side."""

from hypothesis import given
from hypothesis import strategies as st

from desktop.views.board.board_geometry import BoardGeometry, Coordinates, square_name

sizes = st.integers(min_value=60, max_value=4000)
ratios = st.sampled_from([1.0, 1.25, 1.5, 2.0, 3.0])
places = st.sampled_from(list(Coordinates))


@given(sizes, sizes, ratios, st.booleans(), places)
def test_every_square_is_found_under_its_own_middle(
    width: int, height: int, ratio: float, flipped: bool, where: Coordinates
) -> None:
    geometry = BoardGeometry.fit(width, height, ratio, flipped, where)
    for square in range(64):
        assert geometry.square_at(geometry.centre(square)) == square


@given(sizes, sizes, ratios, st.booleans(), places)
def test_the_board_lies_inside_its_widget_on_whole_device_pixels(
    width: int, height: int, ratio: float, flipped: bool, where: Coordinates
) -> None:
    geometry = BoardGeometry.fit(width, height, ratio, flipped, where)
    board = geometry.board
    assert board.left() >= 0 and board.top() >= 0
    assert board.right() <= width + 1e-6 and board.bottom() <= height + 1e-6
    assert abs(geometry.side * ratio - round(geometry.side * ratio)) < 1e-6


@given(sizes, sizes, ratios)
def test_the_board_takes_all_but_the_rest_of_a_square(width: int, height: int, ratio: float) -> None:
    geometry = BoardGeometry.fit(width, height, ratio, False, Coordinates.INSIDE)
    assert min(width, height) - geometry.board.width() < 8 / ratio + 1e-6


def test_white_is_below_unless_the_board_is_turned() -> None:
    upright = BoardGeometry.fit(400, 400, 1.0, False, Coordinates.OFF)
    turned = BoardGeometry.fit(400, 400, 1.0, True, Coordinates.OFF)
    assert upright.rect(0).topLeft().toTuple() == (0, 350)  # a1
    assert turned.rect(0).topLeft().toTuple() == (350, 0)
    assert square_name(28) == "e4"


def test_beside_the_board_there_is_no_square() -> None:
    geometry = BoardGeometry.fit(500, 400, 1.0, False, Coordinates.OFF)
    assert geometry.square_at(geometry.board.topLeft() - (geometry.centre(1) - geometry.centre(0))) is None
