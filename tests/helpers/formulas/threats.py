"""Threats and protection (D. Levy 1984, p. 28). A king counts 4 as attacker or defender.

Whether a pinned piece defends differs between Levy's two examples, so each formula sets its own rule.
"""

import chess

from tests.helpers.formulas.kings import attacks_through
from tests.helpers.formulas.material import SHANNON

KING_VALUE = 4.0  # pawns; D. Levy 1984, p. 28


def _value(board: chess.Board, square: chess.Square) -> float:
    kind = board.piece_type_at(square)
    return KING_VALUE if kind == chess.KING else SHANNON[kind or chess.KING]


def attack_on(board: chess.Board, target: chess.Square) -> float:
    """Attack on a piece: its value x sum of 1/attackers / sum of 1/defenders (no defender: the attack alone). Pieces
    behind pieces of
    their own side on the same line count; a pinned piece defends but does not attack. 0 if nobody attacks."""
    owner = board.color_at(target)
    if owner is None:
        return 0.0
    attackers = [square for square in _reaching(board, target, not owner) if not board.is_pinned(not owner, square)]
    if not attackers:
        return 0.0
    attack = _value(board, target) * sum(1 / _value(board, square) for square in attackers)
    defence = sum(1 / _value(board, square) for square in _reaching(board, target, owner) if square != target)
    return attack / defence if defence else attack


def _reaching(board: chess.Board, target: chess.Square, colour: chess.Color) -> list[chess.Square]:
    men = chess.SquareSet(board.occupied_co[colour])
    return [square for square in men if target in attacks_through(board, square)]


def threats(board: chess.Board, colour: chess.Color) -> float:
    """Sum of the attacks of one side on the pieces of the other, the king left out, in pawns of attacked value."""
    targets = chess.SquareSet(board.occupied_co[not colour]) - board.pieces(chess.KING, not colour)
    return sum(attack_on(board, target) for target in targets)
