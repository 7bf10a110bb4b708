"""How a line is played: sacrifices, quiet and defensive moves, promotions, attacks on the king."""

from __future__ import annotations

import chess

from engine.coach.line import Line, Step


def sacrifice(line: Line) -> bool:
    """After our second move or a later one we are still at least two pawns' worth behind what we had."""
    return any(line.gains[index] <= line.gains[1] - 2 for index in range(4, len(line.gains), 2))


def quiet(line: Line) -> bool:
    """A move without check, capture or attack on anything, before the last one."""
    return any(
        is_quiet(line, step) and step.piece != chess.KING and not step.board.is_check() for step in line.steps[:-1]
    )


def is_quiet(line: Line, step: Step) -> bool:
    """A calm move by a piece that attacks nothing where it goes to."""
    return (
        _is_calm(line, step)
        and not step.after.attacks_mask(step.move.to_square) & step.after.occupied_co[step.after.turn]
    )


def _is_calm(line: Line, step: Step) -> bool:
    """No check, no capture, no far pawn; and there was a choice."""
    if step.after.is_check() or step.captured or step.move.promotion or _is_far_pawn(line, step, 5):
        return False
    return step.board.legal_moves.count() > 2


def defensive(line: Line) -> bool:
    """A quiet move that keeps what was won at the end of a line, or meets a check; at first also one that attacks."""
    if line.end.is_checkmate():
        return False
    if line.steps[0].board.is_check() and _is_calm(line, line.steps[0]):
        return True
    return any(is_quiet(line, step) and (step is line.steps[-1] or step.board.is_check()) for step in line.steps)


def advanced_pawn(line: Line) -> bool:
    """A pawn moves to the seventh rank, or promotes."""
    return any(_is_far_pawn(line, step, 6) for step in line.steps)


def _is_far_pawn(line: Line, step: Step, rank: int) -> bool:
    """Whether a pawn of ours moves to a rank, counted from 0 at home, or further."""
    reached = chess.square_rank(step.move.to_square)
    return step.piece == chess.PAWN and (reached if line.us else 7 - reached) >= rank


def promotion(line: Line) -> bool:
    """A pawn promotes."""
    return any(step.move.promotion for step in line.steps)


def under_promotion(line: Line) -> bool:
    """A pawn promotes to less than a queen."""
    return any(step.move.promotion not in (None, chess.QUEEN) for step in line.steps)


def en_passant(line: Line) -> bool:
    """A pawn captures en passant."""
    return any(step.board.is_en_passant(step.move) for step in line.steps)


def castling(line: Line) -> bool:
    """We castle."""
    return any(step.board.is_castling(step.move) for step in line.steps)


def attacks_f2_f7(line: Line) -> bool:
    """We capture on f2 or f7 while the king may still castle."""
    square, home = (chess.F7, chess.BB_RANK_8) if line.us else (chess.F2, chess.BB_RANK_1)
    return any(
        step.move.to_square == square and step.captured and step.board.castling_rights & home for step in line.steps
    )
