"""Tests that compare two lines: what is true of one and not of the other."""

from __future__ import annotations

import chess

from engine.coach.checker.registry import proves
from engine.coach.checker.replay import (
    VALUES,
    ClaimReplay,
    Refused,
    is_there,
    material,
    passing,
    pending,
    played,
    swap,
)
from engine.coach.claims import ClaimPiece, ClaimRole, Motif

CHECKS = 3  # in a row


@proves(Motif.FALLS)
def falls(line: ClaimReplay) -> bool:
    """Both lines are quiet at their ends. The named pieces of the opponent are captured in ours alone, the last by the key move,
    and ours is ahead there by what they are worth, at least."""
    boards, moves = _other(line)
    ends = (line.end, boards[-1])
    if any(end.is_check() or pending(end.copy(stack=False)) >= 1 for end in ends):
        return False
    pieces = line.claim.pieces
    more = material(line.end, line.us) - material(boards[-1], line.us)
    named = len(set(pieces)) == len(pieces) > 0 and all(is_there(line.boards[0], one, not line.us) for one in pieces)
    if not named or more < sum(VALUES[piece.kind] for piece in pieces) or min(len(line.moves), len(moves)) < 2:
        return False
    here = [_captured_at(line.boards, line.moves, piece.square) for piece in pieces]
    if any(at is not None and _is_exchanged(line, at) for at in here):
        return False
    there = [_captured_at(boards, moves, piece.square) for piece in pieces]
    return (
        max(at or -1 for at in here) == line.claim.key and None not in here and not any(at is not None for at in there)
    )


def _is_exchanged(line: ClaimReplay, at: int) -> bool:
    """True if a move captures what has just captured as much on its square."""
    square, before = line.moves[at].to_square, line.boards[at - 1]
    taken = before.piece_type_at(square) if at and line.moves[at - 1].to_square == square else None
    return taken is not None and VALUES[taken] >= VALUES[line.boards[at].piece_type_at(square) or chess.PAWN]


def _captured_at(boards: list[chess.Board], moves: list[chess.Move], square: chess.Square) -> int | None:
    """The index of the move that captures the piece that begins on a square; None if it stays."""
    side = boards[0].color_at(square)
    for at, move in enumerate(moves):
        before, after = boards[at], boards[at + 1]
        if before.turn is not side and after.color_at(square) is not side:
            return at
        if before.turn is side and move.from_square == square:
            square = move.to_square
        elif before.turn is side and before.is_castling(move) and after.piece_at(square) != before.piece_at(square):
            square = chess.square(5 if before.is_kingside_castling(move) else 3, chess.square_rank(square))
    return None


@proves(Motif.LEAVES)
def leaves(line: ClaimReplay) -> bool:
    """The reply goes to a square that the moved piece no longer guards. There it loses material in the original position and
    after the better move, but not now. A third piece is newly attacked and could be captured next."""
    guard, target = line.piece(0), line.piece(1)
    others, _moves = _other(line)
    if line.claim.key != 1 or not all(_newly_hit(line, piece) for piece in line.claim.pieces[2:]):
        return False
    root, after, moved, answer = line.boards[0], line.boards[1], line.moves[0], line.moves[1]
    if guard.square != moved.to_square or target.square != answer.to_square or moved.promotion:
        return False
    same = root.piece_at(moved.from_square) == after.piece_at(guard.square) == chess.Piece(guard.kind, root.turn)
    kind = after.piece_type_at(target.square) or 0
    if not same or guard.kind == chess.KING or kind != target.kind or target.square == guard.square:
        return False
    guarded = target.square in root.attacks(moved.from_square) and target.square not in after.attacks(guard.square)
    return guarded and costs(passing(root), answer) and costs(others[1], answer) and not costs(after, answer)


def _newly_hit(line: ClaimReplay, piece: ClaimPiece) -> bool:
    start, end = line.move.from_square, line.move.to_square
    fresh = piece.square in line.after.attacks(end) and piece.square not in line.before.attacks(start)
    fresh = fresh and piece.kind != line.after.piece_type_at(end)  # else it is an offer
    return fresh and is_there(line.after, piece, not line.us) and swap(passing(line.after), piece.square) > 0


def costs(board: chess.Board, move: chess.Move) -> bool:
    """True if a move is illegal, or loses more on its target square than it captures."""
    if not board.is_legal(move):
        return True
    before = material(board, board.turn)
    after = board.copy(stack=False)
    after.push(move)
    return material(after, board.turn) - before < swap(after, move.to_square)


@proves(Motif.CHASED)
def chased(line: ClaimReplay) -> bool:
    """Our first three moves give check, the key move being the third; in the other line at most one of three does."""
    first = line.claim.key - 2 * CHECKS + 2
    if first not in (0, 1) or _checks(line.boards, first) != CHECKS:
        return False
    king = line.piece(0)
    boards, _moves = _other(line)
    start = 2 if line.claim.role is ClaimRole.ALLOWS else 1
    enough = len(boards) > start + 2 * CHECKS - 2
    there = is_there(line.boards[first + 1], king, not line.us) and king.kind == chess.KING
    return there and enough and _checks(boards, start - 1) <= 1


def _checks(boards: list[chess.Board], first: int) -> int:
    return sum(board.is_check() for board in boards[first + 1 : first + 2 * CHECKS : 2])


def _other(line: ClaimReplay) -> tuple[list[chess.Board], list[chess.Move]]:
    """The boards and moves of the other line. :raises Refused: it is missing."""
    boards, moves = played(line.claim.fen, line.claim.other, line.claim.chess960)
    if not moves:
        raise Refused("the other line is missing")
    return boards, moves
