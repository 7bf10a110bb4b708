"""Tests of the new place of a piece: pawns before the king, open files, development, the better move stopped."""

from __future__ import annotations

import chess

from engine.coach.checker.registry import proves
from engine.coach.checker.replay import ClaimReplay, is_there, passing, played, swap
from engine.coach.claims import ClaimPiece, ClaimRole, Motif


@proves(Motif.PAWN_STORM)
def pawn_storm(line: ClaimReplay) -> bool:
    """The pawn moves to a square from which it attacks a pawn at most one file and three ranks away from the king."""
    pawn, king, board = line.piece(0), line.piece(1), line.after
    if not _moved(line, pawn) or pawn.kind != chess.PAWN or board.king(not line.us) != king.square:
        return False
    targets = [square for square in board.attacks(pawn.square) if is_there(board, _pawn(square), not line.us)]
    return king.kind == chess.KING and any(_covers(square, king.square) for square in targets)


def _pawn(square: chess.Square) -> ClaimPiece:
    return ClaimPiece(chess.PAWN, square)


def _covers(pawn: chess.Square, king: chess.Square) -> bool:
    beside = abs(chess.square_file(pawn) - chess.square_file(king)) <= 1
    return beside and abs(chess.square_rank(pawn) - chess.square_rank(king)) <= 3


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


def stops_better(line: ClaimReplay) -> bool:
    """The better move, which was possible and would be if the reply were passed, is illegal after it, or loses material."""
    boards, moves = played(line.claim.fen, line.claim.other, line.claim.chess960)
    after = line.boards[-1]
    if len(moves) != 1 or line.claim.key != 1 or len(line.boards) != 3 or after.is_check():
        return False
    start, still = moves[0].from_square, passing(line.boards[1])
    if (
        line.move.to_square == start
        or still.piece_at(start) != boards[0].piece_at(start)
        or not still.is_legal(moves[0])
    ):
        return False
    return not after.is_legal(moves[0]) or (_loses(after, moves[0]) and not _loses(still, moves[0]))


def _loses(board: chess.Board, move: chess.Move) -> bool:
    """True if the moved piece is then captured for more than the move has captured."""
    ahead = len(board.piece_map())
    next_board = board.copy(stack=False)
    next_board.push(move)
    taken = swap(board.copy(stack=False), move.to_square) if len(next_board.piece_map()) < ahead else 0
    return swap(next_board, move.to_square) > taken
