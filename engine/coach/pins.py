"""Pins that win: of a piece to a more valuable one, or of a guard that therefore cannot capture."""

from __future__ import annotations

from collections.abc import Iterator

import chess

from engine.coach.claims import ClaimPiece, Motif
from engine.coach.exchange_values import SLIDERS, WORTH, exchange, loose, worth_at
from engine.coach.line import FoundMotif, LineStep, MotifLine, is_near


def pins(line: MotifLine) -> Iterator[FoundMotif]:
    """Relative pins of pieces captured later, and pinned pieces that cannot capture the moved piece."""
    for step in line.steps:
        if not is_near(line, step.index):
            continue
        for pinned, behind in pinned_pieces(step.after, line.us):
            pieces = tuple(ClaimPiece(step.after.piece_type_at(square) or 0, square) for square in (pinned, behind))
            if pieces[1].kind != chess.KING and pieces[0].kind != chess.PAWN and _falls_there(line, step, pinned):
                yield FoundMotif(Motif.RELATIVE_PIN, step.index, pieces)
            if _cannot_capture(line, step, pinned, behind):
                yield FoundMotif(Motif.PINNED_GUARD, step.index, pieces)


def pinned_pieces(board: chess.Board, us: chess.Color) -> Iterator[tuple[chess.Square, chess.Square]]:
    """The opponent's pieces that one of our sliders pins, each with the shielded piece: the king, or a more valuable piece
    that would be won. The opponent is to move."""
    for slider in chess.SquareSet(board.occupied_co[us]):
        if board.piece_type_at(slider) not in SLIDERS:
            continue
        for pinned in board.attacks(slider) & board.occupied_co[not us]:
            kind = board.piece_type_at(pinned)
            if kind in (None, chess.KING):
                continue
            without = board.copy(stack=False)
            without.remove_piece_at(pinned)
            for behind in without.attacks(slider) & without.occupied_co[not us] & ~int(board.attacks(slider)):
                if worth_at(board, behind) > WORTH[kind] and _is_won(without, slider, behind):
                    yield pinned, behind


def _is_won(without: chess.Board, slider: chess.Square, behind: chess.Square) -> bool:
    if without.piece_type_at(behind) == chess.KING:
        return True
    turned = without.copy(stack=False)
    turned.turn, turned.ep_square = not turned.turn, None
    return exchange(turned, chess.Move(slider, behind)) > 0


def _falls_there(line: MotifLine, step: LineStep, square: chess.Square) -> bool:
    """True if the piece stays and we capture it."""
    for board, move in [*zip(line.boards, line.moves, strict=False)][step.index + 1 :]:
        if move.to_square == square:
            return board.turn is line.us
        if move.from_square == square:
            return False
    return False


def _cannot_capture(line: MotifLine, step: LineStep, pinned: chess.Square, behind: chess.Square) -> bool:
    """True if the pinned piece would win material by capturing the moved piece, and no piece captures it."""
    board, target = step.after, step.move.to_square
    if target not in board.attacks(pinned) or (step.reply is not None and step.reply.to_square == target):
        return False
    if worth_at(board, target) <= worth_at(board, pinned) and not loose(board, target):
        return False
    king = board.piece_type_at(behind) == chess.KING
    return king or worth_at(board, behind) > worth_at(board, target)
