"""Joins the book with the engine: an analyser for learning and the doctor, made from engine.player.Player."""

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
from engine.play.crew import HEARD_S
from engine.player import Player

CHECK_NODES = 200_000


class EngineAnalyser:
    """Searches every position again with a fixed number of nodes, so that an analysis can be repeated.

    Once `stopper` is stopped the running analysis and every later one raise CancelledError.
    """

    def __init__(self, nodes: int = CHECK_NODES, stopper: Stopper | None = None, player: Player | None = None) -> None:
        self.nodes = nodes
        self._stopper = stopper or Stopper()
        self._player = player or Player()

    @property
    def effort(self) -> str:
        """Engine and effort in words, for caches and rows."""
        return effort(self.nodes)

    def __call__(self, board: chess.Board, root_moves: Sequence[chess.Move] = (), times: int = 1) -> Analysis:
        """As books.analysis.Analyser. Raises CancelledError, PositionError."""
        position = GamePosition(board.fen(), chess960=board.chess960)
        nodes = self.nodes * times
        limits = Limits(nodes=nodes, search_moves=tuple(board.uci(move) for move in root_moves))
        self._player.new_game()
        result = self._search(position, limits)
        if self._stopper.asked() or result.best_move is None:
            raise CancelledError("The analysis was stopped. It goes on the next time.")
        line = result.lines[0]
        return Analysis(board.parse_uci(result.best_move), line.score.number, line.depth, result.nodes, effort(nodes))

    def _search(self, position: GamePosition, limits: Limits) -> SearchResult:
        """On the main thread the search runs beside it: Ctrl+C is heard only between two steps of Python."""
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
    """Engine and effort in words."""
    return f"Ratsu {VERSION}, {nodes} nodes"
