"""Endings: the square rule, and J. Gillogly's mop-up (TECH, 1972)."""

import chess

from tests.helpers.formulas.centre import LEVY, quarter_value

# Proximity of a square to a king by (file distance, rank distance), the nearer three ranks and files.
NEARNESS = {
    (1, 0): 10, (2, 0): 9, (3, 0): 6, (1, 1): 10, (2, 1): 10, (3, 1): 5, (0, 1): 10,
    (0, 2): 9, (1, 2): 10, (2, 2): 8, (3, 2): 4, (0, 3): 6, (1, 3): 5, (2, 3): 4, (3, 3): 4,
}  # fmt: skip


def is_outside_square(pawn: chess.Square, colour: chess.Color, king: chess.Square, king_to_move: bool) -> bool:
    """The square rule: whether the enemy king is too late to stop a pawn with a free way."""
    rank = chess.square_rank(pawn) if colour else 7 - chess.square_rank(pawn)
    goal = chess.square(chess.square_file(pawn), 7 if colour else 0)
    steps = min(7 - rank, 5)
    return chess.square_distance(king, goal) - king_to_move > steps


def square_rule(board: chess.Board, colour: chess.Color) -> float:
    """1 if a pawn of this side runs home and the enemy has only pawns, else 0."""
    enemy = not colour
    king = board.king(enemy)
    pieces = (
        chess.SquareSet(board.occupied_co[enemy]) - board.pieces(chess.PAWN, enemy) - board.pieces(chess.KING, enemy)
    )
    if pieces or king is None:
        return 0.0
    for pawn in board.pieces(chess.PAWN, colour):
        forward = chess.SquareSet(chess.BB_FILES[chess.square_file(pawn)])
        way = [square for square in forward if (square > pawn if colour else square < pawn)]
        if not any(board.piece_at(square) for square in way) and is_outside_square(
            pawn, colour, king, board.turn == enemy
        ):
            return 1.0
    return 0.0


def _edged(square: chess.Square) -> int:
    """T4': Levy's table less 1 on the edge and less 2 elsewhere."""
    file, rank = chess.square_file(square), chess.square_rank(square)
    return quarter_value(LEVY, square) - (1 if file in (0, 7) or rank in (0, 7) else 2)


def _nearness(square: chess.Square, king: chess.Square) -> int:
    file = abs(chess.square_file(square) - chess.square_file(king))
    rank = abs(chess.square_rank(square) - chess.square_rank(king))
    return NEARNESS.get((file, rank), 0)


def mop_up(board: chess.Board, colour: chess.Color) -> float:
    """Gillogly's points for driving the enemy king to the edge with pieces: -32 x its centre value + 2 x its nearness to our king
    + our king's centre value + the mean nearness of our men to our king. 0 unless no pawns are left and we are ahead."""
    own, other = board.king(colour), board.king(not colour)
    men = chess.SquareSet(board.occupied_co[colour]) - board.pieces(chess.KING, colour)
    bare = len(chess.SquareSet(board.occupied_co[not colour])) == 1
    if own is None or other is None or board.pawns or not bare or not men:
        return 0.0
    mean = sum(_nearness(square, own) for square in men) / len(men)
    return -32 * _edged(other) + 2 * _nearness(other, own) + _edged(own) + mean
