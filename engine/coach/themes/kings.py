"""Attacks on the king: exposed king, kingside and queenside attack."""

from __future__ import annotations

import chess

from engine.coach.line import MotifLine


def exposed(line: MotifLine) -> bool:
    """A king on its first three ranks without an own pawn next to it gets a check between our first and last move."""
    board = line.boards[1]
    king = board.king(not line.us)
    assert king is not None
    rank = chess.square_rank(king)
    if (7 - rank if line.us else rank) > 2:
        return False
    if chess.BB_KING_ATTACKS[king] & board.pieces_mask(chess.PAWN, not line.us):
        return False
    return any(step.after.is_check() for step in line.steps[1:-1])


def kingside(line: MotifLine) -> bool:
    """An attack on a king that castled kingside."""
    return _on_side(line, files=(6, 7), pieces=20, near=2, quiet=0, far=-1, least=3)


def queenside(line: MotifLine) -> bool:
    """An attack on a king that castled queenside."""
    return _on_side(line, files=(0, 1, 2), pieces=18, near=3, quiet=1, far=-2, least=4)


def _on_side(line: MotifLine, files: tuple[int, ...], pieces: int, near: int, quiet: int, far: int, least: int) -> bool:
    """True if the king is at home on one of the `files` with at least `pieces` pieces on the board, and the moves aim at it.

    The aim adds 2 for a check and for a capture within `near` squares of the king, `quiet` for another move there, `far` for a
    capture elsewhere, -1 for any other move; `least` is the sum required.
    """
    board = line.boards[1]
    king = board.king(not line.us)
    assert king is not None
    if chess.square_rank(king) != (7 if line.us else 0) or chess.square_file(king) not in files:
        return False
    if board.occupied.bit_count() < pieces or not any(step.after.is_check() for step in line.steps):
        return False
    aim = 0
    for step in line.steps:
        target = step.board.king(not line.us) or 0
        close = chess.square_distance(step.move.to_square, target) <= near
        aim += 2 * step.after.is_check()
        if step.captured:
            aim += 2 if close else far
        else:
            aim += quiet if close else -1
    return aim >= least
