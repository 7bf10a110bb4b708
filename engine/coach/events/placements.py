"""Claims of a piece that attacks nothing on its new square: a king near the pawns, a rook on an open file."""

from __future__ import annotations

from collections.abc import Iterator

import chess

from engine.coach.claims import ClaimPiece, Motif
from engine.coach.facts import king_to_pawns
from engine.coach.line import FoundMotif, LineStep

LATEST = 1  # plies: a king that comes later explains little
MOST_PIECES = 2  # of each side in an ending
LEAST_PAWNS = 6  # with fewer most files are open


def placements(step: LineStep, side: chess.Color) -> Iterator[FoundMotif]:
    """The effect of the moved piece on its new square; `side` made the mistake."""
    square, after = step.move.to_square, step.after
    king = after.king(side)
    stays = step.reply is None or step.reply.to_square != square
    if king is None or not stays or step.board.is_check() or after.is_check():
        return
    moved = ClaimPiece(after.piece_type_at(square) or 0, square)
    if step.board.is_castling(step.move):
        return
    if moved.kind == chess.KING and step.index <= LATEST and not step.captured and _comes_nearer(step):
        yield FoundMotif(Motif.KING_COMES, step.index, (moved,))
    if moved.kind == chess.ROOK and not step.captured and _comes_to_open_file(step):
        yield FoundMotif(Motif.FILE_TAKEN, step.index, (moved,))


def _comes_nearer(step: LineStep) -> bool:
    """True if the king moves towards the pawns, in an ending without queens and with at most two pieces a side."""
    board, side = step.board, step.board.turn
    few = all((board.occupied_co[one] & ~board.pawns & ~board.kings).bit_count() <= MOST_PIECES for one in chess.COLORS)
    return few and not board.queens and king_to_pawns(step.after, side) < king_to_pawns(board, side)


def _comes_to_open_file(step: LineStep) -> bool:
    file = chess.BB_FILES[chess.square_file(step.move.to_square)]
    other = chess.square_file(step.move.from_square) != chess.square_file(step.move.to_square)
    return other and step.index == 1 and not step.after.pawns & file and step.after.pawns.bit_count() >= LEAST_PAWNS
