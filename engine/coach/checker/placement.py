"""Tests of piece placement: a piece reaches a place in one line and not in the other."""

from __future__ import annotations

import chess

from engine.coach.checker.lasting_changes import LinePair
from engine.coach.checker.registry import proves
from engine.coach.checker.replay import ClaimReplay
from engine.coach.claims import ClaimRole, Motif


@proves(Motif.INVADES)
def invades(line: ClaimReplay) -> bool:
    """Our rook or queen gets to the opponent's first two ranks."""
    piece, lines = line.piece(0), LinePair(line)
    ranks = (6, 7) if lines.us else (0, 1)
    if not lines.whole or piece.kind not in (chess.ROOK, chess.QUEEN) or chess.square_rank(piece.square) not in ranks:
        return False

    def number(board: chess.Board) -> int:
        return sum(chess.square_rank(square) in ranks for square in board.pieces(piece.kind, lines.us))

    own = chess.Piece(piece.kind, lines.us)
    there = lines.here[-1].piece_at(piece.square) == own != lines.root.piece_at(piece.square)
    there = there and bool(lines.here[-1].pieces(chess.PAWN, not lines.us))
    return there and min(map(number, lines.here)) > max(number(board) for board in (lines.root, *lines.there))


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
