"""Tablebase facts in a search report: the moves to search, their scores, and the order of the lines."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.evaluation.wdl import win_draw_loss
from engine.game.info import Bound, Info, Score, SearchResult

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    import chess

    from engine.game.move_choice import OnInfo
    from tablebases.probe.rank import RootRanking


def moves_for(ranking: RootRanking, lines: int) -> tuple[chess.Move, ...]:
    """The moves for a search of `lines` lines: the best ones, or, if they are fewer than the lines, the first `lines` moves of
    the ranking. So every line is filled, and a better move is never missing."""
    return ranking.best if len(ranking.best) >= lines else tuple(ranked.move for ranked in ranking.moves[:lines])


def chances_of(score: Score) -> tuple[int, int, int]:
    """Permille of wins, draws and losses for a score of a move; tablebase results are certain."""
    if score.table is None:
        return win_draw_loss(score.number)
    won = score.number
    return (1000 if won > 0 else 0), (0 if won else 1000), (1000 if won < 0 else 0)


class TableLines:
    """Replaces search scores by those of the tables and sorts the lines, best first.

    The search does not know which of two won endings is won sooner. The lines of an iteration are collected and reported
    together.
    """

    def __init__(self, scores: Mapping[str, Score], lines: int, on_info: OnInfo | None) -> None:
        self._scores = scores
        self._lines = lines
        self._on_info = on_info
        self._held: list[Info] = []

    def tell(self, info: Info) -> None:
        if info.multipv == 1:
            self._hand_on()
        self._held.append(info)
        if len(self._held) >= self._lines:
            self._hand_on()

    def finish(self, found: SearchResult) -> SearchResult:
        """Ends the search: passes on the last reports. Returns the result with the best line's move."""
        self._hand_on()
        lines = self._ordered(found.lines)
        if len(lines) < 2:
            return replace(found, lines=lines)
        best = lines[0].pv
        return replace(found, lines=lines, best_move=best[0], ponder_move=best[1] if len(best) > 1 else None)

    def _hand_on(self) -> None:
        held, self._held = self._held, []
        if self._on_info is not None:
            for info in self._ordered(held):
                self._on_info(info)

    def _ordered(self, lines: Iterable[Info]) -> tuple[Info, ...]:
        known = sorted(map(self._certain, lines), key=lambda info: -info.score.number)
        return tuple(replace(info, multipv=rank) for rank, info in enumerate(known, 1))

    def _certain(self, info: Info) -> Info:
        """A line with the table score of its first move, unless it is a mate, which is more exact."""
        score = self._scores.get(info.pv[0]) if info.pv else None
        if score is None or info.score.mate is not None:
            return info
        chances = chances_of(score) if info.wdl is not None else None
        return replace(info, score=score, bound=Bound.EXACT, wdl=chances)


def without_search(move: str, certain: Mapping[str, Score], wdl: bool, on_info: OnInfo | None) -> SearchResult | None:
    """The table score of a move played without a search, as a search line, because GUIs read the score there; None if the
    tables do not rate the move. `wdl`: adds the chances."""
    if move not in certain:
        return None
    chances = chances_of(certain[move]) if wdl else None
    line = Info(1, 1, 1, certain[move], nodes=0, time_ms=0, pv=(move,), tablebase_hits=len(certain), wdl=chances)
    if on_info is not None:
        on_info(line)
    return SearchResult(move, None, (line,))
