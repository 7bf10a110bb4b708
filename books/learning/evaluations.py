"""An analyser that asks the evaluation store first, so that checking a big book can be interrupted, resumed and repeated without
new searches."""

from collections.abc import Sequence
from pathlib import Path

import chess

from books.analysis import Analyser, Analysis, score_of
from books.evaluations.store import EvaluationStore
from books.evaluations.values import EngineIdentity, KeptEvaluation, KeptLine
from engine.game.position import Position


class StoredAnalyser:
    """An analyser with the evaluation store. Use it from one thread; several programs may share the file.

    An evaluation with at least `enough` nodes is reused, by whatever version of the engine; one with fewer is replaced. Analyses
    of several but not all moves, and deeper ones, are not stored.
    """

    def __init__(self, path: Path, engine: EngineIdentity, analyse: Analyser, enough: int) -> None:
        """Opens or creates the file. :raises StoreError: it cannot be opened."""
        self.searched = 0
        self._engine, self._analyse, self._enough = engine, analyse, enough
        self._store = EvaluationStore(path)

    def close(self) -> None:
        """Closes the file."""
        self._store.close()

    def __call__(self, board: chess.Board, root_moves: Sequence[chess.Move] = (), times: int = 1) -> Analysis:
        """Analyses as books.analysis.Analyser. :raises StoreError: the file fails."""
        if len(root_moves) > 1 or times > 1:
            return self._analyse(board, root_moves, times)
        asked = board.uci(root_moves[0]) if root_moves else ""
        known = self._find(board, asked)
        if known is not None:
            return known
        found = self._analyse(board, root_moves)
        self.searched += 1
        line = KeptLine(score_of(found.centipawns, board.turn).score, found.depth, (board.uci(found.move),))
        nodes = max(found.nodes, self._enough)  # a search that ended earlier had nothing left to search
        self._store.keep(KeptEvaluation(_position(board), self._engine, nodes, (line,), asked))
        return found

    def knows(self, board: chess.Board) -> bool:
        """Whether a position is stored. :raises StoreError: the file fails."""
        return self._find(board, "") is not None

    def _find(self, board: chess.Board, asked: str) -> Analysis | None:
        known = self._store.best(_position(board), self._engine, asked, self._enough)
        move = _legal(board, known.lines[0].moves) if known is not None else None
        if known is None or move is None:
            return None
        who = f"{known.engine.name} {known.engine.version}, {self._enough} nodes"
        return Analysis(move, known.lines[0].score.number, known.depth, known.nodes, who)


def _position(board: chess.Board) -> Position:
    return Position.of(board.fen(), board.chess960)


def _legal(board: chess.Board, moves: tuple[str, ...]) -> chess.Move | None:
    """The first move of a stored line; None if it is not legal, as in a damaged file."""
    try:
        return board.parse_uci(moves[0])
    except (ValueError, IndexError):
        return None
