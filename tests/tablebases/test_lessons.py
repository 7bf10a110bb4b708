"""Each lesson is proved by the shipped tables, and read by chess.syzygy, another reader of the same files."""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import chess
import chess.syzygy
import pytest

from tablebases import signature as signatures
from tablebases.lessons import LESSONS
from tablebases.tables import Tablebases

SHIPPED = Path(__file__).parents[2] / "tablebases" / "data"
MATES = ("queen mate", "rook mate", "two bishops mate", "bishop and knight mate")


@pytest.fixture(scope="module")
def tables() -> Iterator[Tablebases]:
    with Tablebases([SHIPPED]) as opened:
        yield opened


def test_each_lesson_is_won_or_drawn_as_it_says_and_but_for_mates_by_one_move_only(tables: Tablebases) -> None:
    with chess.syzygy.open_tablebase(str(SHIPPED)) as theirs:
        for lesson in LESSONS:
            board = chess.Board(lesson.fen)
            assert board.is_valid() and board.turn == chess.WHITE and len(board.piece_map()) <= 4, lesson
            assert theirs.probe_wdl(board) == (2 if lesson.win else 0), lesson
            ranking = tables.rank(board)
            assert ranking is not None and len(ranking.moves) > 2
            good = [row for row in ranking.moves if row.wdl == ranking.top.wdl]
            assert len(good) == 1 or lesson.theme in MATES, lesson
            assert signatures.parse(lesson.signature) == lesson.signature


def test_there_are_sixty_different_positions_and_themes_stay_together() -> None:
    assert len({lesson.fen for lesson in LESSONS}) == len(LESSONS) >= 60
    themes = [lesson.theme for lesson in LESSONS]
    assert sum(first != second for first, second in pairwise(themes)) == len(Counter(themes)) - 1
    assert min(Counter(themes).values()) >= 2
