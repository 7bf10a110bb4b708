"""Shannon's type A: every move to a fixed depth, judged by material and mobility. A yardstick for the texts' figures."""

from collections.abc import Callable

import chess

from tests.helpers.formulas.activity import mobility
from tests.helpers.formulas.material import SHANNON, material

MOBILITY_WEIGHT = 0.03  # pawns a move; the texts found that it plays better than 0.1
MATED = 1000.0

Mobility = Callable[[chess.Board, chess.Color], float]


def pseudo_legal_mobility(board: chess.Board, colour: chess.Color) -> float:
    """Moves of one side with no regard to its king's safety, as early programs counted."""
    if board.turn == colour:
        return float(board.pseudo_legal_moves.count())
    passed = board.copy(stack=False)
    passed.turn, passed.ep_square = colour, None
    return float(passed.pseudo_legal_moves.count())


def full_width(board: chess.Board, depth: int, count: Mobility = mobility) -> tuple[float, list[chess.Move]]:
    """The value for the side to move, in pawns, and the line, of a search of every move to `depth` plies. Alpha-beta leaves out
    only what cannot matter; the first of equal moves is taken."""
    return _search(board.copy(), depth, -MATED, MATED, count)


def _search(
    board: chess.Board, depth: int, alpha: float, beta: float, count: Mobility
) -> tuple[float, list[chess.Move]]:
    if depth == 0:
        return _evaluation(board, alpha, beta, count), []
    best, line = -MATED if board.is_check() else 0.0, []
    found = False
    for move in sorted(board.legal_moves, key=lambda move: -_promise(board, move)):
        board.push(move)
        score, rest = _search(board, depth - 1, -beta, -alpha, count)
        board.pop()
        if not found or -score > best:
            best, line, found = -score, [move, *rest], True
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best, line


def _promise(board: chess.Board, move: chess.Move) -> float:
    victim = board.piece_type_at(move.to_square)
    taker = board.piece_type_at(move.from_square)
    if victim is None or taker is None:
        return 5.0 if move.promotion else 0.0
    return 10 * SHANNON[victim] - SHANNON[taker] + 1


def _evaluation(board: chess.Board, alpha: float, beta: float, count: Mobility) -> float:
    own, other = board.turn, not board.turn
    plain = material(board, own) - material(board, other)
    room = MOBILITY_WEIGHT * 218  # mobility cannot make up for more
    if plain + room <= alpha or plain - room >= beta:
        return plain
    return plain + MOBILITY_WEIGHT * (count(board, own) - count(board, other))
