"""Motifs that remove a piece from its duty, or close or open a line."""

from __future__ import annotations

from collections.abc import Iterator

import chess

from engine.coach.exchange_values import SLIDERS, WORTH, in_danger, loose
from engine.coach.line import LineStep, MotifLine, MotifMatch


def deflection(line: MotifLine) -> MotifMatch | None:
    """A guard is drawn away from a square on which we capture or promote next. Squares: the guard's original square, what it
    guarded."""
    for earlier, step in pairs(line):
        if deflected(line, earlier, step):
            return MotifMatch(earlier.index, (answer(step).from_square, step.move.to_square))
    return None


def pairs(line: MotifLine) -> Iterator[tuple[LineStep, LineStep]]:
    """Each pair of our consecutive moves."""
    return zip(line.steps, line.steps[1:], strict=False)


def deflected(line: MotifLine, earlier: LineStep, step: LineStep) -> bool:
    """True if the opponent's move between two of ours left its duty because of an offer or a check."""
    moved, square = answer(step), step.move.to_square
    if moved.to_square == square or not (step.captured or step.move.promotion):
        return False
    before = line.boards[step.index - 1]
    without = before.copy(stack=False)
    without.remove_piece_at(step.move.from_square)  # a rook behind a pawn guards the pawn's promotion square
    if square not in without.attacks(moved.from_square) or square in step.board.attacks(moved.to_square):
        return False
    offered = worth_of(earlier.piece) > worth_of(earlier.captured)
    if not offered or worth_of(step.captured) >= worth_of(step.piece) + 2:
        return False
    return earlier.after.is_check() or moved.to_square == earlier.move.to_square


def answer(step: LineStep) -> chess.Move:
    """The opponent's move before a step other than the first."""
    assert step.previous is not None
    return step.previous


def worth_of(kind: chess.PieceType | None) -> int:
    """The value in pawns; 0 for None."""
    return WORTH[kind] if kind else 0


def attraction(line: MotifLine) -> MotifMatch | None:
    """A king, queen or rook is drawn to a square and attacked there. Square: that one."""
    for earlier, step in pairs(line):
        moved = answer(step)
        drawn = moved.to_square
        kind = step.board.piece_type_at(drawn)
        if drawn != earlier.move.to_square or kind not in (chess.KING, chess.QUEEN, chess.ROOK):
            continue
        if step.move.to_square not in step.after.attackers(line.us, drawn):
            continue
        if kind == chess.KING or any(
            later.index > step.index and later.move.to_square == drawn for later in line.steps
        ):
            return MotifMatch(earlier.index, (drawn,))
    return None


def interference(line: MotifLine) -> MotifMatch | None:
    """A piece interposes between a slider and what it guards. Squares: the slider, what it guarded."""
    for earlier, step in pairs(line):
        guard = _cut_off(line, earlier, step)
        if guard is not None:
            return MotifMatch(earlier.index, (guard, step.move.to_square))
    return None


def _cut_off(line: MotifLine, earlier: LineStep, step: LineStep) -> chess.Square | None:
    moved, square = answer(step), step.move.to_square
    if step.captured is None or moved.to_square == square or not loose(step.board, square):
        return None
    if square in line.boards[step.index - 1].attacks(moved.from_square):
        return None
    between = chess.BB_SQUARES[moved.to_square] | chess.BB_SQUARES[earlier.move.to_square]
    guards = earlier.board.attackers(not line.us, square)
    cut = (guard for guard in guards if chess.between(guard, square) & between)
    return next((guard for guard in cut if earlier.board.piece_type_at(guard) in SLIDERS), None)


def intermezzo(line: MotifLine) -> MotifMatch | None:
    """A recapture comes a move later, after another threat. Square: of the capture."""
    for earlier, step in pairs(line):
        if _comes_later(line, earlier, step):
            return MotifMatch(earlier.index, (step.move.to_square,))
    return None


def _comes_later(line: MotifLine, earlier: LineStep, step: LineStep) -> bool:
    moved, square = answer(step), step.move.to_square
    if step.captured is None or square in (moved.to_square, earlier.move.to_square):
        return False
    before = line.moves[earlier.index - 1]
    if not before or before.to_square != square or not line.boards[earlier.index - 1].is_capture(before):
        return False
    if square in line.boards[step.index - 1].attacks(moved.from_square):
        return False
    return earlier.board.is_legal(step.move)


def clearance(line: MotifLine) -> bool:
    """A move clears a square or line that our next move uses without capturing."""
    return any(_clears(line, earlier, step) for earlier, step in pairs(line))


def _clears(line: MotifLine, earlier: LineStep, step: LineStep) -> bool:
    if step.captured or step.piece not in SLIDERS or earlier.move.to_square == step.move.from_square:
        return False
    way = chess.between(step.move.from_square, step.move.to_square) | chess.BB_SQUARES[step.move.to_square]
    if not way & chess.BB_SQUARES[earlier.move.from_square]:
        return False
    if step.board.piece_type_at(answer(step).to_square) == chess.KING:
        return not step.after.is_check() and earlier.captured is None  # otherwise the check alone drove the king away
    return not in_danger(step.after, step.move.to_square)


def capturing_defender(line: MotifLine) -> MotifMatch | None:
    """A guard is captured, then what it guarded. Squares: both."""
    for earlier, step in pairs(line):
        if _loses_guard(earlier, step):
            return MotifMatch(earlier.index, (earlier.move.to_square, step.move.to_square))
    return None


def _loses_guard(earlier: LineStep, step: LineStep) -> bool:
    moved, square = answer(step), step.move.to_square
    if earlier.captured is None or step.captured is None or earlier.after.is_check():
        return False
    if square in (moved.to_square, earlier.move.to_square) or moved.to_square != earlier.move.to_square:
        return False
    if step.captured == chess.QUEEN:
        return False
    return square in earlier.board.attacks(earlier.move.to_square) and loose(step.board, square)
