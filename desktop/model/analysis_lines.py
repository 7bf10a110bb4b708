"""Turns the engine's reports into the panel's lines. Separate from `analysis` because it needs python-chess."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from desktop.model.game import rules
from desktop.model.game.analysis import AnalysisLine, AnalysisState, white_wdl
from engine.game.evaluation import Evaluation
from engine.game.info import Bound, Info, PovScore
from engine.game.position import Position
from engine.search.position_learning import DRAW, Proven

SHOWN_MOVES = 16  # of a line; more do not fit in any panel


def with_reports(state: AnalysisState, reports: Mapping[int, Info], chess960: bool) -> AnalysisState:
    """The state with newer reports by rank.

    Lines without a new report stay. A bound does not replace an exact score of the same line, and a shallower score
    does not replace a deeper one (from the last visit of the position).
    """
    if not reports:
        return state
    lines = {line.rank: line for line in state.lines}
    for rank, info in reports.items():
        known = lines.get(rank)
        if info.pv and (known is None or (info.bound is Bound.EXACT and info.depth >= known.depth)):
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


def with_proof(state: AnalysisState, proven: Proven, chess960: bool) -> AnalysisState:
    """The state with the proof of its position as the best line. An engine's line that begins with the proof's move is
    merged with it.
    """
    depth = state.depth or 1
    best = (
        state.lines[:1] if not proven.line else [line for line in state.lines if line.moves[:1] == proven.line[:1]][:1]
    )
    score = proven.score
    wdl = (0, 1000, 0) if proven.proof == DRAW else (1000, 0, 0) if score.number > 0 else (0, 0, 1000)
    if not (proven.line or best):
        return state
    moves = best[0].moves if best and len(best[0].moves) > len(proven.line) and proven.proof == DRAW else proven.line
    top = _line(Info(depth, depth, 1, score, 0, 0, moves, wdl=wdl), state.fen, chess960)
    rest = [line for line in state.lines if line not in best]
    lines = (top, *(replace(line, rank=rank) for rank, line in enumerate(rest, 2)))
    return replace(state, lines=lines[: max(1, state.wanted_lines)], proof=proven.proof)


def _line(info: Info, fen: str, chess960: bool) -> AnalysisLine:
    white_to_move = Position.of(fen, chess960).white_to_move
    evaluation = Evaluation(PovScore(info.score, white_to_move), info.depth)
    sans = _sans(fen, info.pv[:SHOWN_MOVES], chess960)
    text = numbered(fen, sans)
    wdl = white_wdl(info, white_to_move)
    return AnalysisLine(info.multipv, evaluation, info.depth, info.selective_depth, info.pv, text, sans, wdl)


def numbers(fen: str, count: int) -> tuple[str, ...]:
    """The number written before each of `count` moves from a position: `3.`, `3...` for a first move of Black's, else
    empty."""
    ply = Position.of(fen, chess960=None).ply + 2
    return tuple(
        f"{at // 2}." if at % 2 == 0 else f"{at // 2}..." if at == ply else "" for at in range(ply, ply + count)
    )


def numbered(fen: str, sans: Sequence[str]) -> str:
    """The moves with their numbers: `3. Bb5 a6 4. Ba4`."""
    pairs = zip(numbers(fen, len(sans)), sans, strict=True)
    return " ".join(f"{number} {san}".lstrip() for number, san in pairs)


@lru_cache(maxsize=64)
def _sans(fen: str, moves: tuple[str, ...], chess960: bool) -> tuple[str, ...]:
    return rules.line_sans(fen, moves, chess960)
