"""Tests of piece placement: a piece reaches a place in one line and not in the other."""

from __future__ import annotations

import chess

from engine.coach.checker.lasting_changes import LinePair
from engine.coach.checker.registry import proves
from engine.coach.checker.replay import ClaimReplay, is_there
from engine.coach.claims import ClaimPiece, ClaimRole, Motif


@proves(Motif.INVADES)
def invades(line: ClaimReplay) -> bool:
    """Our rook gets to the opponent's second rank and attacks a pawn there."""
    piece, lines = line.piece(0), LinePair(line)
    rank = 6 if lines.us else 1
    if not lines.whole or piece.kind != chess.ROOK or chess.square_rank(piece.square) != rank:
        return False
    rook = chess.Piece(chess.ROOK, lines.us)
    attacked = lines.here[0].attacks(piece.square) & lines.here[0].pieces(chess.PAWN, not lines.us)
    if not any(chess.square_rank(square) == rank for square in attacked):
        return False
    here = all(board.piece_at(piece.square) == rook for board in lines.here)
    return here and all(board.piece_at(piece.square) != rook for board in (lines.root, *lines.there))


@proves(Motif.FILE_TAKEN)
def file_taken(line: ClaimReplay) -> bool:
    """The rook comes from another file to one without pawns, and is not captured at once."""
    rook = line.piece(0)
    file = chess.square_file(rook.square)
    pawns = [square for side in chess.COLORS for square in line.after.pieces(chess.PAWN, side)]
    empty = file not in [chess.square_file(square) for square in pawns]
    return rook.kind == chess.ROOK and _moved(line, rook) and chess.square_file(line.move.from_square) != file and empty


def _moved(line: ClaimReplay, piece: ClaimPiece) -> bool:
    """True if our piece has come to its square, and the line's next move does not capture it."""
    next_to = [move.to_square for move in line.moves[line.claim.key + 1 : line.claim.key + 2]]
    there = line.move.to_square == piece.square and is_there(line.after, piece, line.us)
    return there and line.claim.role is ClaimRole.ALLOWS and piece.square not in next_to
