"""Several searches at a time: positions needed soon are searched ahead, each on its own thread."""

from collections.abc import Sequence

import chess

from books.analysis import Analysis
from engine.game.stopper import Stopper
from engine.ground.values import dataclass
from engine.play.book.analyser import EngineAnalyser
from engine.play.worker_pool import Done, WorkerPool

_Key = tuple[str, tuple[chess.Move, ...], int]


@dataclass(frozen=True)
class _SearchRequest:
    board: chess.Board
    root_moves: tuple[chess.Move, ...]
    times: int

    @property
    def key(self) -> _Key:
        return self.board.fen(), self.root_moves, self.times


class ParallelAnalyser:
    """An analyser (see `books.analysis`) with `at_once` engines. For one calling thread."""

    def __init__(self, nodes: int, stopper: Stopper, at_once: int = 1) -> None:
        self.nodes = nodes
        self.effort = EngineAnalyser(nodes, stopper).effort
        self._stopper = stopper
        self._pool: WorkerPool[_SearchRequest, Analysis] = WorkerPool(
            lambda: _SearchThread(nodes, stopper), at_once, "ratsu-check"
        )
        self._ended: dict[_Key, Done[_SearchRequest, Analysis] | None] = {}  # None: being searched

    def __call__(self, board: chess.Board, root_moves: Sequence[chess.Move] = (), times: int = 1) -> Analysis:
        """Analyses a position, see books.analysis.Analyser. :raises CancelledError: the analysis was stopped."""
        wanted = self._asked(board, root_moves, times)
        try:
            while (found := self._ended[wanted]) is None:
                done = self._pool.wait()
                if done is not None:
                    self._ended[done.item.key] = done
        except KeyboardInterrupt:
            self._stopper.stop()
            raise
        del self._ended[wanted]
        if found.result is None:
            raise found.error or AssertionError("neither a result nor an error")
        return found.result

    def ahead(self, board: chess.Board) -> None:
        self._asked(board, (), 1)

    def close(self) -> None:
        """Stops the searches and ends the threads."""
        self._stopper.stop()
        self._pool.close()

    def _asked(self, board: chess.Board, root_moves: Sequence[chess.Move], times: int) -> _Key:
        question = _SearchRequest(board.copy(stack=False), tuple(root_moves), times)
        key = question.key
        if key not in self._ended:
            self._ended[key] = None
            self._pool.give(question)
        return key


class _SearchThread:
    """The engine of one thread."""

    def __init__(self, nodes: int, stopper: Stopper) -> None:
        self._analyser = EngineAnalyser(nodes, stopper)

    def work(self, question: _SearchRequest) -> Analysis:
        return self._analyser(question.board, question.root_moves, question.times)

    def close(self) -> None:
        """Does nothing: an analyser holds no resources."""
