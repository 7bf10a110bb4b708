"""What a move threatens: a piece that could be captured next, or mate."""

from __future__ import annotations

from collections.abc import Iterator

import chess

from engine.coach.claims import Motif, Piece
from engine.coach.force import exchange, worth_at
from engine.coach.line import Line
from engine.coach.tactics import Shown


def threats(line: Line, number: int = 0) -> Iterator[Shown]:
    """What one of our moves in a line newly threatens (the first by default): mate, then a promotion, then the dearest piece."""
    step = line.steps[number]
    if step.after.is_check():
        return
    after, checked = _passed(step.after), step.board.is_check()
    if not checked and _mates(after) and not _mates(step.board):
        yield Shown(Motif.THREATENS_MATE, step.index)
    if not checked and not _promoting(step.board):
        for square in sorted(_promoting(after)):
            if step.after.color_at(square) is line.us:
                yield Shown(Motif.THREATENS_PROMOTION, step.index, (Piece(chess.PAWN, square),))
    # Nobody in check can carry out a threat, so every one would look new: then the piece must not have been attacked before.
    before = _attacked(step.board) if checked else _won(step.board)
    found = sorted(_won(after) - before, key=lambda square: -worth_at(after, square))
    for square in found:
        piece = after.piece_type_at(square)
        if piece and step.after.piece_type_at(square) == piece and not _is_offer(step.after, square, piece):
            yield Shown(Motif.THREATENS, step.index, (Piece(piece, square),))


def _is_offer(board: chess.Board, square: chess.Square, piece: chess.PieceType) -> bool:
    """Whether only queens attack a queen, or rooks a rook, and are guarded: that offers an exchange, and threatens nothing."""
    side = not board.turn
    return piece in (chess.ROOK, chess.QUEEN) and all(
        board.piece_type_at(attacker) == piece and bool(board.attackers_mask(side, attacker))
        for attacker in board.attackers(side, square)
    )


def _passed(board: chess.Board) -> chess.Board:
    after = board.copy(stack=False)
    after.push(chess.Move.null())
    return after


def _won(board: chess.Board) -> set[chess.Square]:
    """Where the side to move wins something by capturing."""
    captures = (move for move in board.legal_moves if board.is_capture(move))
    return {move.to_square for move in captures if exchange(board, move) > 0}


def _attacked(board: chess.Board) -> set[chess.Square]:
    """What the side to move attacks, also where it must not capture."""
    enemies = chess.SquareSet(board.occupied_co[not board.turn])
    return {square for square in enemies if board.is_attacked_by(board.turn, square)}


def _promoting(board: chess.Board) -> set[chess.Square]:
    """The pawns of the side to move that could become a queen which stays."""
    moves = (move for move in board.legal_moves if move.promotion == chess.QUEEN)
    return {move.from_square for move in moves if exchange(board, move) > 0}


def _mates(board: chess.Board) -> bool:
    for move in board.legal_moves:
        board.push(move)
        mate = board.is_checkmate()
        board.pop()
        if mate:
            return True
    return False
