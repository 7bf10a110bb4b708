"""Which flag a move has: locked by the user > reaches a lost position > user > reaches a bad one > learned > shipped."""

from typing import Any

import pytest

from books.choice.layers import ReachedPosition, decide, join, joined_rows
from books.entry import Flag, Layer, MoveRow, PositionRow, PositionVerdict, Presence
from engine.game.reason_words import english

USER, LEARNED, SHIPPED = Layer.USER, Layer.LEARNED, Layer.SHIPPED


LOST = PositionRow(9, value=300, depth=20, verdict=PositionVerdict.SUSPECTED, lost=1, game=7)
BARRED = PositionRow(9, verdict=PositionVerdict.SUSPECTED, lost=1, game=7)
NOTHING = ReachedPosition(PositionRow(9), LEARNED)


def row(flag: Flag = Flag.UNCHECKED, **values: Any) -> MoveRow:
    return MoveRow(1, 2, flag, **values)


def worth(value: int, layer: Layer) -> ReachedPosition:
    """A position that a layer values so for the side that moves there."""
    return ReachedPosition(PositionRow(9, value=-value), layer)


@pytest.mark.parametrize(
    ("rows", "reached", "flag", "layer"),
    [
        ([(USER, row(Flag.STRONG, locked=1))], ReachedPosition(LOST, LEARNED, LOST), Flag.STRONG, USER),
        ([(USER, row(Flag.STRONG))], ReachedPosition(LOST, LEARNED, LOST), Flag.BAD, LEARNED),
        ([(USER, row(Flag.STRONG))], ReachedPosition(BARRED, LEARNED, BARRED), Flag.BAD, LEARNED),
        ([(USER, row(Flag.NORMAL, locked=1))], ReachedPosition(BARRED, LEARNED, BARRED), Flag.NORMAL, USER),
        ([(USER, row(Flag.STRONG))], worth(-100, LEARNED), Flag.STRONG, USER),
        ([(USER, row(Flag.STRONG)), (SHIPPED, row(Flag.BAD))], worth(-100, SHIPPED), Flag.STRONG, USER),
        ([(USER, row(Flag.NORMAL, inherits=1))], worth(-100, SHIPPED), Flag.BAD, SHIPPED),
        ([(USER, row(Flag.NORMAL, inherits=1))], worth(-99, SHIPPED), Flag.NORMAL, USER),
        ([(SHIPPED, row(Flag.STRONG))], worth(-100, LEARNED), Flag.BAD, LEARNED),
        ([(SHIPPED, row(Flag.STRONG))], worth(-100, SHIPPED), Flag.STRONG, SHIPPED),
        ([(SHIPPED, row())], worth(-100, SHIPPED), Flag.BAD, SHIPPED),
        ([(USER, row()), (LEARNED, row(Flag.DUBIOUS)), (SHIPPED, row(Flag.STRONG))], None, Flag.DUBIOUS, LEARNED),
        ([(LEARNED, row()), (SHIPPED, row(Flag.STRONG))], NOTHING, Flag.STRONG, SHIPPED),
        ([(USER, row(presence=Presence.OUT)), (SHIPPED, row(Flag.STRONG))], None, Flag.UNCHECKED, USER),
        ([(LEARNED, row())], None, Flag.UNCHECKED, LEARNED),
        ([(SHIPPED, row())], None, Flag.UNCHECKED, SHIPPED),
    ],
)
def test_the_order_of_deciding(
    rows: list[tuple[Layer, MoveRow]], reached: ReachedPosition | None, flag: Flag, layer: Layer
) -> None:
    decision = decide(rows, reached)
    assert (decision.flag, decision.layer) == (flag, layer)
    assert english(decision.reason(True))


def test_the_moves_are_the_union_of_the_layers() -> None:
    joined = join([(USER, [MoveRow(1, 10, Flag.NORMAL)]), (SHIPPED, [MoveRow(1, 11, Flag.STRONG), MoveRow(1, 10)])])
    assert [move.code for move in joined] == [11, 10]
    assert [layer for layer, _ in joined[1].rows] == [USER, SHIPPED]


def test_weights_of_different_books_are_brought_to_one_scale() -> None:
    joined = join(
        [
            (USER, [MoveRow(1, 10, Flag.NORMAL, 5)]),
            (SHIPPED, [MoveRow(1, 11, Flag.NORMAL, 60000), MoveRow(1, 12, Flag.NORMAL, 30000)]),
        ]
    )
    assert {move.code: move.weight for move in joined} == {10: 1000, 11: 1000, 12: 500}


def test_experience_makes_a_move_up_to_four_times_as_likely() -> None:
    joined = join([(LEARNED, [MoveRow(1, 10, credit=-5)]), (SHIPPED, [MoveRow(1, 10, Flag.NORMAL, 7)])])
    assert joined[0].weight == 250


def test_a_shipped_book_alone_is_joined_as_it_is_with_others() -> None:
    rows = [
        MoveRow(1, 5, Flag.NORMAL, 30, wins=3),
        MoveRow(1, 6, Flag.STRONG, 10, evaluation=20),
        MoveRow(1, 7, Flag.UNCHECKED, 90),
        MoveRow(1, 8, Flag.BAD, 0),
        MoveRow(1, 9, Flag.NORMAL, 60),
    ]
    assert join([(Layer.SHIPPED, rows)]) == join([(Layer.LEARNED, []), (Layer.SHIPPED, rows)])
    assert join([(Layer.SHIPPED, [])]) == []


@pytest.mark.parametrize("weight", [0, 1, 60_000])
def test_the_only_move_of_the_shipped_book_has_the_weight_that_it_has_beside_another_book(weight: int) -> None:
    rows = [MoveRow(1, 5, Flag.NORMAL, weight)]
    alone, beside = joined_rows([(SHIPPED, rows)]), joined_rows([(LEARNED, []), (SHIPPED, rows)])
    assert alone == beside and alone[0].weight == (1000 if weight else 1)
