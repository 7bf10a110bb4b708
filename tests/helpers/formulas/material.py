"""Material (C. Shannon 1950) and the trade-down bonus of CHESS 4.5 (P. Frey 1978, p. 94)."""

import chess

# Pawns; C. Shannon 1950.
SHANNON = {chess.PAWN: 1.0, chess.KNIGHT: 3.0, chess.BISHOP: 3.0, chess.ROOK: 5.0, chess.QUEEN: 9.0, chess.KING: 0.0}
CHESS_45 = {chess.PAWN: 100, chess.KNIGHT: 325, chess.BISHOP: 350, chess.ROOK: 500, chess.QUEEN: 900}


def material(board: chess.Board, colour: chess.Color) -> float:
    """The pieces of one side in pawns: 1, 3, 3, 5, 9."""
    return sum(SHANNON[kind] * len(board.pieces(kind, colour)) for kind in chess.PIECE_TYPES)


def _centipawns(board: chess.Board, colour: chess.Color) -> int:
    return sum(value * len(board.pieces(kind, colour)) for kind, value in CHESS_45.items())


def trade_down_centipawns(difference: int, pawns: int, total: int) -> float:
    """What being `difference` centipawns ahead is worth when the side ahead has `pawns` pawns and `total` centipawns are on the
    board: more the fewer pieces are left, less the fewer pawns."""
    score = min(2400, difference) + difference * pawns * (8000 - total) / (6400 * (pawns + 1))
    return min(3100.0, score)


def trade_down(board: chess.Board, colour: chess.Color) -> float:
    """The trade-down advantage of one side in pawns; 0 for the side that is not ahead."""
    own, other = _centipawns(board, colour), _centipawns(board, not colour)
    if own <= other:
        return 0.0
    return trade_down_centipawns(own - other, len(board.pieces(chess.PAWN, colour)), own + other) / 100
