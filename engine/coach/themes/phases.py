"""The length of a line and the phase of its game."""

from __future__ import annotations

import chess

from engine.coach.line import MotifLine

_LENGTHS = ("oneMove", "short", "long")


def length(line: MotifLine) -> str:
    """`oneMove` to `veryLong`, by the number of our moves."""
    count = len(line.steps)
    return _LENGTHS[count - 1] if count <= len(_LENGTHS) else "veryLong"


def pieces_of(board: chess.Board, side: chess.Color) -> int:
    """The side's pieces without king and pawns, as a bitboard."""
    return board.occupied_co[side] & ~(board.pawns | board.kings)


def phase(board: chess.Board) -> str:
    """`opening`, `middlegame` or `endgame`, by the pieces left, those on the first rank, and the contact of the sides."""
    left = pieces_of(board, chess.WHITE) | pieces_of(board, chess.BLACK)
    if left.bit_count() <= 6:
        return "endgame"
    at_home = min(
        (board.occupied_co[chess.WHITE] & chess.BB_RANK_1).bit_count(),
        (board.occupied_co[chess.BLACK] & chess.BB_RANK_8).bit_count(),
    )
    # Fitted to 857 puzzles with more than ten pieces: 61 classified wrongly.
    met = 2 * _contacts(board) + 2 * _pawn_steps(board) + 3 * board.fullmove_number
    return "opening" if left.bit_count() > 10 and at_home > 3 and met <= 80 else "middlegame"


def _contacts(board: chess.Board) -> int:
    """The number of 2x2 blocks of squares occupied by both sides."""
    count = 0
    for corner in chess.SquareSet(~(chess.BB_FILE_H | chess.BB_RANK_8) & chess.BB_ALL):
        area = 0x303 << corner
        count += bool(area & board.occupied_co[chess.WHITE]) and bool(area & board.occupied_co[chess.BLACK])
    return count


def _pawn_steps(board: chess.Board) -> int:
    """The number of ranks that all pawns together have advanced."""
    white = sum(chess.square_rank(square) - 1 for square in board.pieces(chess.PAWN, chess.WHITE))
    return white + sum(6 - chess.square_rank(square) for square in board.pieces(chess.PAWN, chess.BLACK))


def endgame_kind(board: chess.Board) -> str | None:
    """`rookEndgame` and so on if pawns and one kind of piece are left (`queenRookEndgame`: one queen and rooks); else None."""
    present = {
        kind
        for kind in (chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN)
        if board.pieces_mask(kind, chess.WHITE) | board.pieces_mask(kind, chess.BLACK)
    }
    if not present:
        return "pawnEndgame"
    if len(present) == 1:
        return f"{chess.piece_name(present.pop())}Endgame"
    one_queen = board.queens.bit_count() == 1
    return "queenRookEndgame" if present == {chess.ROOK, chess.QUEEN} and one_queen else None
