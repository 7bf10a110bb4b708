"""Judges one position after another: by the rules, by tables where they know it, else by a search of fixed effort."""

from dataclasses import replace
from typing import TYPE_CHECKING

import chess

from engine.game.info import Info, PovScore, Score, TableResult
from engine.game.limits import GamePosition, Limits
from engine.game.move_choice import Searching
from engine.game.outcome import by_rules
from engine.game.stopper import Stopper
from engine.ground.version import VERSION
from engine.play.review.judging import white_share
from engine.play.review.values import EvaluationSource, PositionEvaluation

if TYPE_CHECKING:
    from tablebases.probe.rank import RootRanking
    from tablebases.tables import Tablebases

LINE_MOVES = 10  # moves stored of a line
TABLE_LINE = 6  # moves that the tables play out


class PositionJudge:
    """Owns no thread."""

    def __init__(self, player: Searching, limits: Limits, tables: "Tablebases | None" = None) -> None:
        self.player = player
        self.tables = tables
        self._limits = limits

    def deeper(self) -> "PositionJudge":
        """The same judge with four times the nodes and the time, and two plies more."""
        deeper = {
            name: limit * 4 if name != "depth" else limit + 2
            for name in ("nodes", "move_time_ms", "depth")
            if (limit := getattr(self._limits, name))
        }
        return PositionJudge(self.player, replace(self._limits, **deeper), self.tables)

    @property
    def effort(self) -> str:
        named = (("depth", self._limits.depth), ("nodes", self._limits.nodes), ("ms", self._limits.move_time_ms))
        limits = ", ".join(f"{value} {name}" if name != "depth" else f"depth {value}" for name, value in named if value)
        return f"Ratsu {VERSION}, {limits}" + (", tables" if self.tables else "")

    def worth(
        self, board: chess.Board, position: GamePosition, stopper: Stopper | None = None
    ) -> PositionEvaluation | None:
        """The evaluation of a position; `board` and `position` are the same one. None if `stopper` ended the search.
        :raises RatsuError: the engine rejects the position."""
        return self._by_rules(board) or self._by_tables(board) or self._by_search(board, position, stopper or Stopper())

    def share_of(self, board: chess.Board, stopper: Stopper | None = None) -> float | None:
        """White's expected share of the point in a position without a game before it; None if `stopper` ended the search.
        :raises RatsuError: the engine rejects the position."""
        found = self.worth(board, GamePosition(board.fen(), (), chess960=board.chess960), stopper)
        return None if found is None else found.share

    def rival(
        self, board: chess.Board, position: GamePosition, without: str, stopper: Stopper | None = None
    ) -> PositionEvaluation | None:
        """The evaluation by a search without one move (coordinates). None if `stopper` ended it.
        :raises RatsuError: the engine rejects the position."""
        return self._by_search(board, position, stopper or Stopper(), without)

    def _by_rules(self, board: chess.Board) -> PositionEvaluation | None:
        end = by_rules(board, automatic_draws=False)
        if end is None:
            return None
        score = Score(centipawns=0) if end.winner is None else Score(mate=-1)
        return _worth(board, score, 0, (), EvaluationSource.RULES)

    def _by_tables(self, board: chess.Board) -> PositionEvaluation | None:
        ranking = self.tables.rank(board) if self.tables is not None else None
        if ranking is None or not ranking.best:
            return None
        score = Score(table=TableResult(ranking.wdl, abs(ranking.dtz or 0)))
        return _worth(board, score, 0, self._played_out(board, ranking), EvaluationSource.TABLEBASES)

    def _played_out(self, board: chess.Board, ranking: "RootRanking") -> tuple[str, ...]:
        """The first moves of both sides' best play."""
        replay, line, found = board.copy(), [], ranking
        while found.best:
            line.append(replay.uci(found.best[0]))
            replay.push(found.best[0])
            after = self.tables.rank(replay) if self.tables is not None and len(line) < TABLE_LINE else None
            if after is None:
                break
            found = after
        return tuple(line)

    def _by_search(
        self, board: chess.Board, position: GamePosition, stopper: Stopper, without: str = ""
    ) -> PositionEvaluation | None:
        limits = replace(self._limits, exclude_moves=(without,)) if without else self._limits
        result = self.player.search(position, limits, stopper=stopper)
        if stopper.asked() or not result.lines:
            return None
        best: Info = result.lines[0]
        return _worth(board, best.score, best.depth, best.pv[:LINE_MOVES], EvaluationSource.SEARCH)


def _worth(
    board: chess.Board, mover: Score, depth: int, line: tuple[str, ...], teller: EvaluationSource
) -> PositionEvaluation:
    score = PovScore(mover if board.turn else -mover, white=True)
    return PositionEvaluation(score, white_share(score), depth, line, teller)
