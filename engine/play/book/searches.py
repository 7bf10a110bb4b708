"""Several searches at a time for one reader: what is wanted soon is searched ahead, each on a thread of its own."""

import threading
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor

import chess

from books.analysis import Analysis
from engine.game.stopper import Stopper
from engine.play.book.analyser import EngineAnalyser

_Question = tuple[str, tuple[chess.Move, ...], int]


class Searches:
    """An analyser (see `books.analysis`) over `at_once` engines. Asked from one thread."""

    def __init__(self, nodes: int, stopper: Stopper, at_once: int = 1) -> None:
        self.nodes = nodes
        self.effort = EngineAnalyser(nodes, stopper).effort
        self._stopper = stopper
        self._own = threading.local()
        self._pool = ThreadPoolExecutor(at_once, "ratsu-check")
        self._coming: dict[_Question, Future[Analysis]] = {}

    def __call__(self, board: chess.Board, root_moves: Sequence[chess.Move] = (), times: int = 1) -> Analysis:
        """As books.analysis.Analyser. Raises CancelledError."""
        try:
            return self._asked(board, root_moves, times).result()
        except KeyboardInterrupt:
            self._stopper.stop()
            raise
        finally:
            self._coming.pop(_question(board, root_moves, times), None)

    def ahead(self, board: chess.Board) -> None:
        """Begins to search a position that will be asked for."""
        self._asked(board, (), 1)

    def close(self) -> None:
        """Ends the threads; what they search is stopped."""
        self._stopper.stop()
        self._pool.shutdown(cancel_futures=True)

    def _asked(self, board: chess.Board, root_moves: Sequence[chess.Move], times: int) -> "Future[Analysis]":
        question = _question(board, root_moves, times)
        if question not in self._coming:
            self._coming[question] = self._pool.submit(self._search, board.copy(stack=False), root_moves, times)
        return self._coming[question]

    def _search(self, board: chess.Board, root_moves: Sequence[chess.Move], times: int) -> Analysis:
        analyser: EngineAnalyser | None = getattr(self._own, "analyser", None)
        if analyser is None:
            analyser = self._own.analyser = EngineAnalyser(self.nodes, self._stopper)
        return analyser(board, root_moves, times)


def _question(board: chess.Board, root_moves: Sequence[chess.Move], times: int) -> _Question:
    return board.fen(), tuple(root_moves), times
