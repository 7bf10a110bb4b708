"""The formulas by the names of the terms (`engine.evaluation.texts.style`)."""

from collections.abc import Callable, Mapping

import chess

from tests.helpers.formulas import activity, centre, endgame, kings, material, pawns, threats

FORMULAS: Mapping[str, Callable[[chess.Board, chess.Color], float]] = {
    "material": material.material,
    "trade-down": material.trade_down,
    "legal mobility": activity.mobility,
    "development": activity.development,
    "king attack": kings.king_attack,
    "pawn structure": pawns.kotok,
    "centre control": centre.centre_control,
    "king safety": kings.king_safety,
    "attacks": threats.threats,
    "square rule": endgame.square_rule,
    "mop-up": endgame.mop_up,
}
