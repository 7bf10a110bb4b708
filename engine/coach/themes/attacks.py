"""Motifs of attack: fork, pin, skewer, X-ray, discovered attack and check, hanging and trapped pieces."""

from __future__ import annotations

import chess

from engine.coach.exchange_values import SLIDERS, WORTH, in_danger, loose, worth_at
from engine.coach.line import LineStep, MotifLine, MotifMatch


def fork(line: MotifLine) -> MotifMatch | None:
    """A moved piece attacks two pieces that are more valuable or undefended, or the king, and is not in danger itself. Squares:
    the attacked pieces."""
    for step in line.steps[:-1]:
        targets = forked(step)
        if targets:
            return MotifMatch(step.index, tuple(targets))
    return None


def forked(step: LineStep) -> list[chess.Square]:
    """The squares forked by a move, at least two, else empty."""
    square, board = step.move.to_square, step.after
    kind = board.piece_type_at(square) or chess.PAWN
    if kind == chess.KING or in_danger(board, square):
        return []
    targets = []
    for target in board.attacks(square) & board.occupied_co[board.turn]:
        found = board.piece_type_at(target)
        if found == chess.PAWN or found is None:
            continue
        if WORTH[found] > WORTH[kind] or (loose(board, target) and square not in board.attacks(target)):
            targets.append(target)
    return targets if len(targets) > 1 else []


def hanging(line: MotifLine) -> MotifMatch | None:
    """Our first move captures an undefended piece and is more than a recapture."""
    step = line.steps[0]
    if step.captured in (None, chess.PAWN) or step.board.attackers_mask(not line.us, step.move.to_square):
        return None
    return MotifMatch(step.index, (step.move.to_square,)) if _is_profit(line, step) else None


def _is_profit(line: MotifLine, step: LineStep) -> bool:
    later = line.gains[min(3, len(line.moves))]
    if later - line.gains[0] > 1:
        return True
    if line.follows(step.move.to_square):
        return line.gains[0] - line.gains[1] <= 1
    return later > line.gains[1] or len(line.steps) < 3


def trapped(line: MotifLine) -> MotifMatch | None:
    """A piece that we capture had no safe square before. Square: its place when trapped."""
    for step in line.steps[1:]:
        if step.captured in (None, chess.PAWN) or step.previous is None:
            continue
        square = step.move.to_square
        if step.previous.to_square == square:
            square = step.previous.from_square
        if is_trapped(line.boards[step.index - 1], square):
            return MotifMatch(step.index - 2, (square,))
    return None


def is_trapped(board: chess.Board, square: chess.Square) -> bool:
    """True if a piece of the side to move is in danger on its square and wherever it goes."""
    kind = board.piece_type_at(square)
    if kind in (None, chess.PAWN, chess.KING) or board.is_check() or board.is_pinned(board.turn, square):
        return False
    if not in_danger(board, square):
        return False
    for move in board.generate_legal_moves(from_mask=chess.BB_SQUARES[square]):
        if worth_at(board, move.to_square) >= worth_at(board, square):
            return False
        after = board.copy(stack=False)
        after.push(move)
        if not in_danger(after, move.to_square):
            return False
    return True


def pin(line: MotifLine) -> MotifMatch | None:
    """A pinned piece cannot guard or capture, or cannot escape before it is captured. Squares: the pinned piece, the king."""
    for step in line.steps:
        board = step.after
        king = board.king(board.turn)
        for square in chess.SquareSet(board.occupied_co[board.turn] & ~board.kings):
            way = board.pin_mask(board.turn, square)
            if (
                way != chess.BB_ALL
                and king is not None
                and (_idle(line, step, square, way) or _stuck(line, step, square, way))
            ):
                return MotifMatch(step.index, (square, king))
    return None


def _idle(line: MotifLine, step: LineStep, pinned: chess.Square, way: int) -> bool:
    """True if a pinned piece attacks something that it could capture with profit without the pin."""
    board = step.after
    for target in board.attacks(pinned):
        if chess.BB_SQUARES[target] & way or board.color_at(target) is not line.us:
            continue
        if worth_at(board, target) > worth_at(board, pinned) or loose(board, target):
            return True
    return False


def _stuck(line: MotifLine, step: LineStep, pinned: chess.Square, way: int) -> bool:
    """True if a pinned piece is attacked by a lesser one, or is undefended and attacked by a piece it cannot capture."""
    board = step.after
    back = board.attacks_mask(pinned) & way
    if worth_at(board, pinned) < 2:
        back = chess.BB_ALL & way  # a pawn pinned along its line of movement is seldom lost
    return any(
        worth_at(board, attacker) < worth_at(board, pinned)
        or (loose(board, pinned) and not chess.BB_SQUARES[attacker] & back)
        for attacker in board.attackers(line.us, pinned)
    )


def skewer(line: MotifLine) -> MotifMatch | None:
    """A slider attacks a piece, which moves away, and captures the next one. Squares: the front piece, the rear piece."""
    for step in line.steps[1:]:
        if skewered(line, step) and step.previous is not None:
            return MotifMatch(step.index - 2, (step.previous.from_square, step.move.to_square))
    return None


def skewered(line: MotifLine, step: LineStep) -> bool:
    """True if a capture completes a skewer: the slider attacked the piece in front, which moved away."""
    if step.captured is None or step.piece not in SLIDERS or step.board.is_checkmate():
        return False
    moved = step.previous
    assert moved is not None
    if moved.to_square == step.move.to_square:
        return False
    between = chess.between(step.move.from_square, step.move.to_square)
    if not between & chess.BB_SQUARES[moved.from_square]:
        return False
    before = line.boards[step.index - 1]
    return worth_at(before, moved.from_square) > WORTH[step.captured] and in_danger(step.board, step.move.to_square)


def x_ray(line: MotifLine) -> MotifMatch | None:
    """A slider guards a square through the opposing piece that captures there. Square: the slider."""
    for step in line.steps[1:]:
        moved = step.previous
        assert moved is not None
        if moved.to_square != step.move.to_square or step.piece not in SLIDERS:
            continue
        if line.moves[step.index - 2].to_square != moved.to_square:
            continue
        if chess.between(step.move.from_square, step.move.to_square) & chess.BB_SQUARES[moved.from_square]:
            return MotifMatch(step.index - 2, (step.move.from_square,))
    return None


def discovered_check(line: MotifLine) -> MotifMatch | None:
    """A piece moves out of the line of another one, which gives check. Square: the checking piece."""
    for step in line.steps:
        checkers = list(step.after.checkers())
        if len(checkers) == 1 and step.move.to_square != checkers[0] and not step.board.is_castling(step.move):
            return MotifMatch(step.index, (checkers[0],))
    return None


def discovered(line: MotifLine) -> MotifMatch | None:
    """A piece moves out of the line of a slider, which then captures or gives check. Squares: the slider, and the captured
    piece if any."""
    check = discovered_check(line)
    if check is not None:
        return check
    for earlier, step in zip(line.steps, line.steps[1:], strict=False):
        if step.captured is None or step.piece not in SLIDERS or earlier.captured == chess.QUEEN:
            continue
        square = step.move.to_square
        if earlier.move.to_square in (square, step.move.from_square) or (
            step.previous and step.previous.to_square == square
        ):
            continue
        if chess.between(step.move.from_square, square) & chess.BB_SQUARES[earlier.move.from_square]:
            return MotifMatch(earlier.index, (step.move.from_square, square))
    return None


def double_check(line: MotifLine) -> MotifMatch | None:
    """Two pieces give check at once. Squares: both pieces."""
    for step in line.steps:
        if len(step.after.checkers()) > 1:
            return MotifMatch(step.index, tuple(step.after.checkers()))
    return None
