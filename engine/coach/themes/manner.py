"""Themes of manner: sacrifices, quiet and defensive moves, promotions."""

from __future__ import annotations

import chess

from engine.coach.line import LineStep, MotifLine


def sacrifice(line: MotifLine) -> bool:
    """After our second move or later we are at least two pawns down on the start."""
    return any(line.gains[index] <= line.gains[1] - 2 for index in range(4, len(line.gains), 2))


def quiet(line: MotifLine) -> bool:
    """A move before the last one that gives no check, captures nothing and attacks nothing."""
    return any(
        is_quiet(line, step) and step.piece != chess.KING and not step.board.is_check() for step in line.steps[:-1]
    )


def is_quiet(line: MotifLine, step: LineStep) -> bool:
    """True for a calm move whose piece attacks nothing on its new square."""
    return (
        _is_calm(line, step)
        and not step.after.attacks_mask(step.move.to_square) & step.after.occupied_co[step.after.turn]
    )


def _is_calm(line: MotifLine, step: LineStep) -> bool:
    """True for a move without check, capture, promotion or advanced pawn, chosen from more than two."""
    if step.after.is_check() or step.captured or step.move.promotion or _is_far_pawn(line, step, 5):
        return False
    return step.board.legal_moves.count() > 2


def defensive(line: MotifLine) -> bool:
    """A quiet last move that defends the gain, or a quiet answer to a check; the first move may attack something."""
    if line.end.is_checkmate():
        return False
    if line.steps[0].board.is_check() and _is_calm(line, line.steps[0]):
        return True
    return any(is_quiet(line, step) and (step is line.steps[-1] or step.board.is_check()) for step in line.steps)


def advanced_pawn(line: MotifLine) -> bool:
    """A pawn moves to the seventh rank or promotes."""
    return any(_is_far_pawn(line, step, 6) for step in line.steps)


def _is_far_pawn(line: MotifLine, step: LineStep, rank: int) -> bool:
    """True if our pawn moves to a rank, counted from 0 at home, or further."""
    reached = chess.square_rank(step.move.to_square)
    return step.piece == chess.PAWN and (reached if line.us else 7 - reached) >= rank


def promotion(line: MotifLine) -> bool:
    """A pawn promotes."""
    return any(step.move.promotion for step in line.steps)


def under_promotion(line: MotifLine) -> bool:
    """A pawn promotes to less than a queen."""
    return any(step.move.promotion not in (None, chess.QUEEN) for step in line.steps)


def en_passant(line: MotifLine) -> bool:
    """A pawn captures en passant."""
    return any(step.board.is_en_passant(step.move) for step in line.steps)


def castling(line: MotifLine) -> bool:
    """We castle."""
    return any(step.board.is_castling(step.move) for step in line.steps)


def attacks_f2_f7(line: MotifLine) -> bool:
    """We capture on f2 or f7 while the king still has castling rights."""
    square, home = (chess.F7, chess.BB_RANK_8) if line.us else (chess.F2, chess.BB_RANK_1)
    return any(
        step.move.to_square == square and step.captured and step.board.castling_rights & home for step in line.steps
    )
