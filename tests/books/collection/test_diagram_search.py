"""A search by a diagram compares what a diagram shows: pieces, and the side to move if it is known."""

from collections.abc import Iterator
from pathlib import Path

import chess
import pytest

from books.collection.game_collection import Collection
from books.collection.importing.imports import import_pgn
from books.collection.query import Query
from books.collection.search import search
from engine.ground.errors import PositionError
from engine.rules.board import CoreBoard
from engine.rules.diagrams import diagram_keys
from tests.helpers.positions import random_boards

BOARD = "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R"
GAMES = """[Event "all rights"]

1. e4 e5 2. Nf3 Nc6 *

[Event "no rights for White"]

1. e4 e5 2. Ke2 Nf6 3. Ke1 Ng8 4. Nf3 *

[Event "Black is to move too"]

1. e4 e5 2. Nf3 Nf6 3. Ng1 Ng8 *

[Event "White is to move"]

1. e3 e5 2. e4 Nf6 3. Nf3 Ng8 *

[Event "other"]

1. d4 *
"""


@pytest.fixture
def games(tmp_path: Path) -> Iterator[Collection]:
    source = tmp_path / "games.pgn"
    source.write_text(GAMES)
    with Collection(tmp_path / "c.db", create=True) as collection:
        import_pgn(collection, source)
        yield collection


@pytest.mark.parametrize("fields", [" b", " b - - 0 1", " b KQkq - 1 2", " b kq - 9 30", "_b_Kq_-_0_1"])
def test_rights_are_not_compared(games: Collection, fields: str) -> None:
    found = search(games, Query(positions=diagram_keys(BOARD + fields, False)))
    assert [game.event for game in found] == ["all rights", "no rights for White", "Black is to move too"]


def test_a_diagram_without_a_side_to_move_finds_both(games: Collection) -> None:
    assert [game.id for game in search(games, Query(positions=diagram_keys(BOARD, False)))] == [1, 2, 3, 4]
    assert [game.id for game in search(games, Query(positions=diagram_keys(f"{BOARD} w", False)))] == [4]


@pytest.mark.parametrize("chess960", [False, True])
def test_the_key_of_every_position_is_among_those_of_its_diagram(chess960: bool) -> None:
    for board in random_boards(7, 60, chess960=chess960):
        key = CoreBoard.from_fen(board.fen(), chess960).key
        assert key in diagram_keys(board.fen(), chess960)
        bare = board.copy(stack=False)
        bare.ep_square = None
        if not chess960:
            bare.castling_rights = chess.BB_EMPTY
        assert key in diagram_keys(bare.fen(), chess960)


def test_pieces_that_cannot_be_set_up_are_refused() -> None:
    with pytest.raises(PositionError):
        diagram_keys("8/8/8/8/8/8/8/K7 w - - 0 1", False)
