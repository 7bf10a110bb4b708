"""The formulas by name."""

from collections.abc import Callable

import chess

from engine.evaluation.formulas import activity, centre, endgame, kings, material, pawns, threats
from engine.ground.values import dataclass


@dataclass(frozen=True)
class Formula:
    """A formula, the weight in pawns that its source gives it, and where it is from."""

    name: str
    function: Callable[[chess.Board, chess.Color], float]
    source_weight: float
    source: str


@dataclass(frozen=True)
class FormulaLine:
    """A formula's points for each side, its weight and what they come to in pawns from White's side."""

    name: str
    white: float
    black: float
    weight: float
    total: float


FORMULAS = (
    Formula("material (Shannon)", material.material, 1.0, "Shannon 1950"),
    Formula("trade-down bonus", material.trade_down, 1.0, "CHESS 4.5, Frey 1978"),
    Formula("mobility (legal moves)", activity.mobility, 0.03, "S04 3.3"),
    Formula("development", activity.development, 0.6, "Levy 1984, p. 14"),
    Formula("king attack", kings.king_attack, 0.01, "Levy 1984"),
    Formula("pawn structure (Kotok)", pawns.kotok, 1.0, "Kotok 1962"),
    Formula("pawn structure (Levy)", pawns.levy, 1.0, "Levy 1984"),
    Formula("centre control", centre.centre_control, 0.02, "S04 3.7, table 5"),
    Formula("king safety", kings.king_safety, 0.01, "Levy 1984, p. 23"),
    Formula("threats", threats.threats, 0.1, "Levy 1984, p. 28"),
    Formula("control board", centre.control_board, 1.0, "JS18"),
    Formula("square rule", endgame.square_rule, 8.0, "S04 3.10"),
    Formula("mop-up", endgame.mop_up, 0.01, "Gillogly 1972"),
)


def formula_lines(board: chess.Board) -> tuple[FormulaLine, ...]:
    """Every formula on a position, with the weights of the sources."""
    lines = []
    for formula in FORMULAS:
        white, black = formula.function(board, chess.WHITE), formula.function(board, chess.BLACK)
        total = formula.source_weight * (white - black)
        lines.append(FormulaLine(formula.name, white, black, formula.source_weight, total))
    return tuple(lines)
