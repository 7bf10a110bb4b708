"""What an analyser remembers in a file."""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import chess
import pytest

from books.analysis import Analysis
from books.evaluations.store import StoreError
from books.evaluations.values import EngineIdentity
from books.learning.evaluations import StoredAnalyser

EFFORT = "Ratsu 1.0, 1000 nodes"
RATSU = EngineIdentity("Ratsu", "1.0")
MOVE = chess.Move.from_uci("e2e4")


def searched(board: chess.Board, root_moves: Sequence[chess.Move] = (), times: int = 1) -> Analysis:
    return Analysis(MOVE, 20, 10, 1_000, EFFORT)


def refused(board: chess.Board, root_moves: Sequence[chess.Move] = (), times: int = 1) -> Analysis:
    pytest.fail("it was known")


def test_a_position_is_searched_once_and_other_efforts_count_where_they_are_enough(tmp_path: Path) -> None:
    path, board = tmp_path / "evaluations.db", chess.Board()
    with closing(StoredAnalyser(path, RATSU, searched, 1_000)) as first:
        assert not first.knows(board)
        assert first(board) == searched(board) and first.knows(board) and first.searched == 1
        assert not first.knows(chess.Board("8/8/8/4k3/8/8/4K3/8 w - - 0 1"))
    with closing(StoredAnalyser(path, RATSU, refused, 1_000)) as again:
        assert again(board)[:4] == searched(board)[:4] and again.searched == 0
    with closing(StoredAnalyser(path, EngineIdentity("Ratsu", "2.0"), refused, 500)) as less:
        assert less(board)[:4] == searched(board)[:4]
    with closing(StoredAnalyser(path, RATSU, searched, 2_000)) as more:
        assert not more.knows(board)


def test_a_file_that_fails_says_so_whatever_is_asked(tmp_path: Path) -> None:
    """`knows` told of SQLite's own error, which nobody expects."""
    path, board = tmp_path / "evaluations.db", chess.Board()
    with closing(StoredAnalyser(path, EngineIdentity("nobody"), searched, 1)) as analyser:
        with closing(sqlite3.connect(path)) as other, other:
            other.execute("DROP TABLE evaluations")
        with pytest.raises(StoreError, match=r"evaluations\.db"):
            analyser.knows(board)
        with pytest.raises(StoreError, match=r"evaluations\.db"):
            analyser(board)
