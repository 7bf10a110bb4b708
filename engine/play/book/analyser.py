"""The analyser of `books` made from engine.player.Player: for learning and the health check."""

import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor, wait

import chess

from books.analysis import Analysis
from books.errors import CancelledError
from engine.game.info import SearchResult
from engine.game.limits import GamePosition, Limits
from engine.game.stopper import Stopper
from engine.ground.version import VERSION
from engine.play.worker_pool import HEARD_S
from engine.player import Player

CHECK_NODES = 200_000


class EngineAnalyser:
    """Analyses positions with a fixed number of nodes, so that results are reproducible. After `stopper` is stopped, the
    running and later analyses raise CancelledError."""

    def __init__(self, nodes: int = CHECK_NODES, stopper: Stopper | None = None, player: Player | None = None) -> None:
        self.nodes = nodes
        self._stopper = stopper or Stopper()
        self._player = player or Player()

    @property
    def effort(self) -> str:
        return effort(self.nodes)

    def __call__(self, board: chess.Board, root_moves: Sequence[chess.Move] = (), times: int = 1) -> Analysis:
        """Analyses a position, see books.analysis.Analyser.

        :raises CancelledError: the analysis was stopped. :raises PositionError: the position is bad.
        """
        position = GamePosition(board.fen(), chess960=board.chess960)
        nodes = self.nodes * times
        limits = Limits(nodes=nodes, search_moves=tuple(board.uci(move) for move in root_moves))
        self._player.new_game()
        result = self._search(position, limits)
        if self._stopper.asked() or result.best_move is None:
            raise CancelledError("The analysis was stopped. The next run resumes it.")
        line = result.lines[0]
        return Analysis(board.parse_uci(result.best_move), line.score.number, line.depth, result.nodes, effort(nodes))

    def _search(self, position: GamePosition, limits: Limits) -> SearchResult:
        """Searches; on the main thread in a helper thread, because Python handles Ctrl+C only between bytecodes."""
        if threading.current_thread() is not threading.main_thread():
            return self._player.search(position, limits, stopper=self._stopper)
        with ThreadPoolExecutor(1) as beside:
            searching = beside.submit(self._player.search, position, limits, stopper=self._stopper)
            try:
                while not wait((searching,), HEARD_S).done:
                    pass
                return searching.result()
            except KeyboardInterrupt:
                self._stopper.stop()
                raise


def effort(nodes: int) -> str:
    return f"Ratsu {VERSION}, {nodes} nodes"
