"""Turns the engine's reports into what the panel shows. Apart from `analysis`, because this needs python-chess."""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from desktop.model import rules
from desktop.model.analysis import AnalysisLine, AnalysisState, Evaluation, white_wdl
from engine.info import Bound, Info

SHOWN_MOVES = 16  # of a line; more do not fit in any panel


def with_reports(state: AnalysisState, reports: Mapping[int, Info], chess960: bool = False) -> AnalysisState:
    """The state with newer reports by rank. Lines that were not reported anew stay.

    A score that is only a bound does not replace an exact one of the same line.
    """
    if not reports:
        return state
    lines = {line.rank: line for line in state.lines}
    for rank, info in reports.items():
        if info.pv and (info.bound is Bound.EXACT or rank not in lines):
            lines[rank] = _line(info, state.fen, chess960)
    last = max(reports.values(), key=lambda info: info.nodes)
    return replace(
        state,
        lines=tuple(lines[rank] for rank in sorted(lines)),
        nodes=last.nodes,
        nodes_per_second=last.nodes_per_second,
        time_ms=last.time_ms,
        hash_permille=last.hash_permille,
        tablebase_hits=last.tablebase_hits,
    )


def _line(info: Info, fen: str, chess960: bool) -> AnalysisLine:
    white_to_move = fen.split(" ", 2)[1] == "w"
    evaluation = Evaluation.of(info.score, white_to_move, info.depth)
    text = _text(fen, info.pv[:SHOWN_MOVES], chess960)
    wdl = white_wdl(info, white_to_move)
    return AnalysisLine(info.multipv, evaluation, info.depth, info.selective_depth, info.pv, text, wdl)


@lru_cache(maxsize=64)
def _text(fen: str, moves: tuple[str, ...], chess960: bool) -> str:
    return rules.line_text(fen, moves, chess960)
