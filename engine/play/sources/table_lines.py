"""What tables know of the moves that a search reports: which moves it looks at, their scores, and the order of its lines."""

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
    """The moves that a search of so many lines looks at: the best, among which it chooses, or else as many as there are lines, in
    the order of the tables. So no line is missing, and none shows a move while a better one has no line."""
    return ranking.best if len(ranking.best) >= lines else tuple(ranked.move for ranked in ranking.moves[:lines])


def chances_of(score: Score) -> tuple[int, int, int]:
    """Permille of wins, draws and losses behind a score of a move; what tables prove is certain."""
    if score.table is None:
        return win_draw_loss(score.number)
    won = score.number
    return (1000 if won > 0 else 0), (0 if won else 1000), (1000 if won < 0 else 0)


class TableLines:
    """The lines of a search with the scores of the tables, the best first.

    The search ranks its lines by its own scores, and so does not know which of two won endings is won sooner. The lines of one
    iteration are held back until all are there: they come together.
    """

    def __init__(self, scores: Mapping[str, Score], lines: int, on_info: OnInfo | None) -> None:
        self._scores = scores
        self._lines = lines
        self._on_info = on_info
        self._held: list[Info] = []

    def tell(self, info: Info) -> None:
        """Takes a report of the search."""
        if info.multipv == 1:
            self._hand_on()
        self._held.append(info)
        if len(self._held) >= self._lines:
            self._hand_on()

    def told(self, found: SearchResult) -> SearchResult:
        """The end of the search: the last reports are handed on. Its best move is that of the best line."""
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
        """A line with what tables know of its first move, unless a mate was found, which says more."""
        score = self._scores.get(info.pv[0]) if info.pv else None
        if score is None or info.score.mate is not None:
            return info
        chances = chances_of(score) if info.wdl is not None else None
        return replace(info, score=score, bound=Bound.EXACT, wdl=chances)


def without_search(move: str, certain: Mapping[str, Score], wdl: bool, on_info: OnInfo | None) -> SearchResult | None:
    """What the tables know of a move that is played at once, as a search line: programs that drive an engine read the score
    there. None if the tables do not rate it. `wdl`: the line also states the chances."""
    if move not in certain:
        return None
    chances = chances_of(certain[move]) if wdl else None
    line = Info(1, 1, 1, certain[move], nodes=0, time_ms=0, pv=(move,), tablebase_hits=len(certain), wdl=chances)
    if on_info is not None:
        on_info(line)
    return SearchResult(move, None, (line,))
