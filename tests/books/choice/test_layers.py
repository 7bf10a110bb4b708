"""Which flag a move has: locked by the user > learned as losing > user > learned > shipped (issue 5, "Data")."""

from typing import Any

import pytest

from books.choice.layers import STRUCK_OUT, decide, join
from books.entry import Flag, Layer, MoveRow
from engine.game.reason_words import english

USER, LEARNED, SHIPPED = Layer.USER, Layer.LEARNED, Layer.SHIPPED


def row(flag: Flag | None = None, **values: Any) -> MoveRow:
    return MoveRow(1, 2, flag, **values)


@pytest.mark.parametrize(
    ("rows", "flag", "layer"),
    [
        ([(USER, row(Flag.STRONG, locked=1)), (LEARNED, row(Flag.BAD, evaluation=-300))], Flag.STRONG, USER),
        ([(USER, row(Flag.STRONG)), (LEARNED, row(Flag.NORMAL, evaluation=-100))], Flag.BAD, LEARNED),
        ([(USER, row(Flag.STRONG)), (LEARNED, row(Flag.BAD, evaluation=-99))], Flag.STRONG, USER),
        ([(USER, row(None)), (LEARNED, row(Flag.DUBIOUS)), (SHIPPED, row(Flag.STRONG))], Flag.DUBIOUS, LEARNED),
        ([(LEARNED, row(None)), (SHIPPED, row(Flag.STRONG))], Flag.STRONG, SHIPPED),
        ([(LEARNED, row(None, barred=7)), (SHIPPED, row(Flag.STRONG))], Flag.BAD, LEARNED),
        ([(USER, row(Flag.NORMAL, locked=1)), (LEARNED, row(None, barred=7))], Flag.NORMAL, USER),
        ([(USER, row(None, weight=STRUCK_OUT)), (SHIPPED, row(Flag.STRONG))], None, USER),
        ([(LEARNED, row(None))], None, LEARNED),
    ],
)
def test_the_order_of_deciding(rows: list[tuple[Layer, MoveRow]], flag: Flag | None, layer: Layer) -> None:
    decision = decide(rows)
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
        MoveRow(1, 7, None, 90),
        MoveRow(1, 8, Flag.BAD, 0),
        MoveRow(1, 9, Flag.NORMAL, 60),
    ]
    assert join([(Layer.SHIPPED, rows)]) == join([(Layer.LEARNED, []), (Layer.SHIPPED, rows)])
    assert join([(Layer.SHIPPED, [])]) == []
