"""King attack and king safety (D. Levy 1984): zones of distance around a king."""

import chess

from tests.helpers.formulas.material import SHANNON

DISTANCE_RINGS = (7, 7, 6, 5, 4, 3, 2, 1)  # points of an attack by its square's distance from the enemy king, 0 to 7
PROXIMITY = (0, 8, 4, 2, 1, 0, 0, 0)  # points of an own piece by its distance from its king


def attacks_through(board: chess.Board, square: chess.Square) -> chess.SquareSet:
    """What the piece on a square attacks when sliders see through rooks and queens of their own side (x-ray attacks)."""
    piece = board.piece_at(square)
    if piece is None or piece.piece_type not in (chess.BISHOP, chess.ROOK, chess.QUEEN):
        return board.attacks(square)
    see_through = board.copy(stack=False)
    for kind in (chess.ROOK, chess.QUEEN):
        for other in board.pieces(kind, piece.color):
            if other != square:
                see_through.remove_piece_at(other)
    return see_through.attacks(square)


def king_attack(
    board: chess.Board, colour: chess.Color, rings: tuple[int, ...] = DISTANCE_RINGS, x_rays: bool = True
) -> float:
    """Points of all attacks of one side by nearness to the enemy king. Own pieces count as attacked squares too."""
    king = board.king(not colour)
    if king is None:
        return 0.0
    total = 0
    for square in chess.SquareSet(board.occupied_co[colour]):
        for target in attacks_through(board, square) if x_rays else board.attacks(square):
            total += rings[chess.square_distance(target, king)]
    return float(total)


def king_safety(board: chess.Board, colour: chess.Color) -> float:
    """Points of the own pieces near the king: proximity over value, a piece protected by n others counting as value / (n + 1)."""
    king = board.king(colour)
    total = 0.0
    for square in chess.SquareSet(board.occupied_co[colour]):
        if king is None or square == king:
            continue
        nearness = PROXIMITY[chess.square_distance(square, king)]
        piece = board.piece_type_at(square)
        if nearness and piece:
            value = SHANNON[piece] / (len(board.attackers(colour, square)) + 1)
            total += nearness / value
    return total
