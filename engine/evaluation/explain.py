"""The evaluation term by term, for `ratsu analyse --explain` and the window's panel."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.evaluation.classical import coefficients, default_weights
from engine.evaluation.terms import linear_count, term_offsets, weight_count
from engine.rules.board import CoreBoard

if TYPE_CHECKING:
    from engine.evaluation.formulas import FormulaLine


@dataclass(frozen=True)
class TermLine:
    """One term of the evaluation. `white` and `black` are (middlegame, endgame) centipawns of each side, `total` is their
    difference at the position's phase, in centipawns from White's side. King danger terms are in their own units, and `total`
    is None: they count together, squared."""

    name: str
    white: tuple[int, int]
    black: tuple[int, int]
    total: int | None


@dataclass(frozen=True)
class Explanation:
    """The static evaluation: its terms, the phase (24 all pieces ... 0 none) and the sum in centipawns from White's side; and,
    for the reader, the classical formulas of the literature in pawns, which do not enter the sum."""

    terms: tuple[TermLine, ...]
    phase: int
    total: int
    formulas: tuple[FormulaLine, ...] = ()


def explain(board: CoreBoard) -> Explanation:
    """Evaluates a position and says what each term contributed."""
    import chess  # here, not above: the search alone starts without python-chess

    from engine.evaluation.formulas import formula_lines

    white, black, phase, total = coefficients(board)
    weights = default_weights()
    offsets = term_offsets()
    ends = [*list(offsets.values())[1:], weight_count()]
    lines = []
    for (name, start), end in zip(offsets.items(), ends, strict=True):
        mine = _sum(white, weights, start, end)
        theirs = _sum(black, weights, start, end)
        difference = ((mine[0] - theirs[0]) * phase + (mine[1] - theirs[1]) * (24 - phase)) / 24
        lines.append(TermLine(name, mine, theirs, round(difference) if start < linear_count() else None))
    return Explanation(tuple(lines), phase, total, formula_lines(chess.Board(board.fen(), chess960=board.chess960)))


def _sum(counts: list[int], weights: list[tuple[int, int]], start: int, end: int) -> tuple[int, int]:
    return (
        sum(counts[index] * weights[index][0] for index in range(start, end)),
        sum(counts[index] * weights[index][1] for index in range(start, end)),
    )
