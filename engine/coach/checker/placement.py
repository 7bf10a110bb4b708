"""Tests of piece placement: a piece reaches a place in one line and not in the other."""

from __future__ import annotations

import chess

from engine.coach.checker.lasting_changes import LinePair
from engine.coach.checker.registry import proves
from engine.coach.checker.replay import ClaimReplay
from engine.coach.claims import ClaimRole, Motif


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


@proves(Motif.CENTRE)
def centre(line: ClaimReplay) -> bool:
    """Our first move puts a pawn in the centre and leaves it there; in the other line the square has no pawn of ours."""
    lines, pawn = LinePair(line), line.piece(0)
    first = 1 if line.claim.role is ClaimRole.ALLOWS else 0
    own, square = chess.Piece(chess.PAWN, lines.us), pawn.square
    if not lines.whole or pawn.kind != chess.PAWN or square not in (chess.D4, chess.E4, chess.D5, chess.E5):
        return False
    stays = line.moves[first].to_square == square and all(board.piece_at(square) == own for board in lines.here)
    return stays and all(board.piece_at(square) != own for board in (lines.root, *lines.there))
