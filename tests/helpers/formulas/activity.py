"""Mobility and development (D. Levy 1984, p. 14)."""

import chess

HOME_MINORS = {
    chess.WHITE: (
        (chess.B1, chess.KNIGHT),
        (chess.G1, chess.KNIGHT),
        (chess.C1, chess.BISHOP),
        (chess.F1, chess.BISHOP),
    ),
    chess.BLACK: (
        (chess.B8, chess.KNIGHT),
        (chess.G8, chess.KNIGHT),
        (chess.C8, chess.BISHOP),
        (chess.F8, chess.BISHOP),
    ),
}
HOME_ROOKS = {chess.WHITE: (chess.A1, chess.H1), chess.BLACK: (chess.A8, chess.H8)}
HOME_QUEEN = {chess.WHITE: chess.D1, chess.BLACK: chess.D8}
PIECES_AT_START = 7  # minor and major pieces of a side


def mobility(board: chess.Board, colour: chess.Color) -> float:
    """Legal moves of one side; of the side not to move, as if the other passed."""
    if board.turn == colour:
        return float(board.legal_moves.count())
    passed = board.copy(stack=False)
    passed.push(chess.Move.null())
    return float(passed.legal_moves.count())


def _is_home(board: chess.Board, square: chess.Square, kind: chess.PieceType, colour: chess.Color) -> bool:
    return board.piece_at(square) == chess.Piece(kind, colour)


def development(board: chess.Board, colour: chess.Color) -> float:
    """Levy's D/3 - U/4 - k*C: minor pieces off their home squares, pieces undeveloped once the queen has left, lost castling."""
    minors_at_home = sum(_is_home(board, square, kind, colour) for square, kind in HOME_MINORS[colour])
    minors = len(board.pieces(chess.KNIGHT, colour)) + len(board.pieces(chess.BISHOP, colour))
    score = (minors - minors_at_home) / 3
    queen_out = bool(board.pieces(chess.QUEEN, colour)) and not _is_home(board, HOME_QUEEN[colour], chess.QUEEN, colour)
    if queen_out:
        rooks_at_home = sum(_is_home(board, square, chess.ROOK, colour) for square in HOME_ROOKS[colour])
        score -= (minors_at_home + rooks_at_home) / 4
    return score - _lost_castling(board, colour) * _castling_matters(board, colour)


def _lost_castling(board: chess.Board, colour: chess.Color) -> float:
    """Levy's k: 0 castled or both rights, 1/3 queen-side lost, 2/3 king-side lost, 1 both lost. Castled means, since a position
    does not tell, that the king is on its first rank away from the centre files."""
    king = board.king(colour)
    if (
        king is not None
        and chess.square_rank(king) == (0 if colour else 7)
        and chess.square_file(king) in (0, 1, 2, 6, 7)
    ):
        return 0.0
    queen_side = board.has_queenside_castling_rights(colour)
    king_side = board.has_kingside_castling_rights(colour)
    return (0.0 if queen_side else 1 / 3) + (0.0 if king_side else 2 / 3)


def _castling_matters(board: chess.Board, colour: chess.Color) -> float:
    """Levy's C: 2 with the enemy queen on the board, else 1 less a quarter for each enemy piece captured."""
    if board.pieces(chess.QUEEN, not colour):
        return 2.0
    kinds = (chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN)
    left = sum(len(board.pieces(kind, not colour)) for kind in kinds)
    return 1 - (PIECES_AT_START - left) / 4
