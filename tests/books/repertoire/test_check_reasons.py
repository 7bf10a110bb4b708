"""What the check of a book calls a bad move: a missed mate, a lost game, or the pawns that it gives up."""

import chess
import pytest

from books.analysis import MATE_CP, Analysis
from books.choice.layers import join
from books.entry import Flag, Layer, MoveRow
from books.key import encode
from books.repertoire.book_check import BookJudgement, _loss
from engine.game.reason import ReasonKind

BOARD = chess.Board()
MOVE = chess.Move.from_uci("e2e4")


@pytest.mark.parametrize(
    ("value", "best", "kind"),
    [
        (100, MATE_CP - 3, ReasonKind.MISSES_MATE),
        (-200, 100, ReasonKind.GIVES_UP),
        (3 - MATE_CP, 100, ReasonKind.LOSES),
        (3 - MATE_CP, MATE_CP - 3, ReasonKind.LOSES),
    ],
)
def test_mates_are_not_counted_in_pawns(value: int, best: int, kind: ReasonKind) -> None:
    (entry,) = join([(Layer.USER, [MoveRow(1, encode(BOARD, MOVE), Flag.NORMAL)])])
    judged = BookJudgement(MOVE, entry, *(Analysis(MOVE, number, 9, 1, "x") for number in (value, best)))
    assert _loss(judged) is kind
