"""Several searches at a time: the answers are those of one engine alone, each position is searched once, and a stop is heard."""

from unittest.mock import patch

import chess
import pytest

from books.errors import CancelledError
from engine.game.stopper import Stopper
from engine.play.book.analyser import EngineAnalyser
from engine.play.book.search_ahead import ParallelAnalyser

NODES = 2_000
BOARDS = [chess.Board(), chess.Board("8/8/8/4k3/8/8/8/KQ6 w - - 0 1"), chess.Board("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")]


def test_answers_are_those_of_one_engine_in_whatever_order_they_are_asked_for() -> None:
    alone = [EngineAnalyser(NODES)(board) for board in BOARDS]
    searches, searched = ParallelAnalyser(NODES, Stopper(), 2), []
    real = EngineAnalyser.__call__

    def counted(self: EngineAnalyser, board: chess.Board, moves: tuple[chess.Move, ...], times: int) -> object:
        searched.append(board.fen())
        return real(self, board, moves, times)

    with patch.object(EngineAnalyser, "__call__", counted):
        for board in BOARDS:
            searches.ahead(board)
        found = [searches(board) for board in reversed(BOARDS)]
    searches.close()
    assert found == alone[::-1]
    assert sorted(searched) == sorted(board.fen() for board in BOARDS)


def test_a_stop_ends_what_is_searched_and_what_waits() -> None:
    stopper = Stopper()
    searches = ParallelAnalyser(1_000_000_000, stopper)
    for board in BOARDS:
        searches.ahead(board)
    stopper.stop()
    for board in BOARDS:
        with pytest.raises(CancelledError):
            searches(board)
    searches.close()
