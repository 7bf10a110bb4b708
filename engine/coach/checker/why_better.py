"""Tests of the claims why the better move works, against the line of the played move."""

from __future__ import annotations

import chess

from engine.coach.checker.answers import kept
from engine.coach.checker.line_comparison import costs
from engine.coach.checker.registry import proves
from engine.coach.checker.replay import ClaimReplay, is_there, passing, played, swap
from engine.coach.claims import ClaimRole, Motif

SAFE = 6  # plies
LEAST_WORSE = 3  # pawns


def _taken_in_other(line: ClaimReplay, square: chess.Square) -> bool:
    boards, moves = played(line.claim.fen, line.claim.other, line.claim.chess960)
    return any(
        moves[index].to_square == square and boards[index].is_capture(moves[index]) for index in range(1, len(moves), 2)
    )


def _falls_in_other(line: ClaimReplay, square: chess.Square) -> bool:
    """True if the piece is captured in the other line, or could be with profit if its side passed after the first reply."""
    if _taken_in_other(line, square):
        return True
    boards, moves = played(line.claim.fen, line.claim.other, line.claim.chess960)
    there = len(moves) > 1 and boards[2].piece_at(square) == line.boards[0].piece_at(square) == boards[1].piece_at(
        square
    )
    return there and not boards[2].is_check() and swap(passing(boards[2]), square) > 0


@proves(Motif.SAVES)
def saves(line: ClaimReplay) -> bool:
    """The piece that falls in the other line, or could after the reply, moves
    to a square where it cannot be captured with profit, and is not captured."""
    piece = line.piece(0)
    if line.move.from_square != piece.square or not is_there(line.before, piece, line.us):
        return False
    if any(move.to_square == line.move.to_square for move in line.moves[1:2]):
        return False
    return _falls_in_other(line, piece.square) and not swap(line.after.copy(stack=False), line.move.to_square)


@proves(Motif.SAFE_THERE)
def safe_there(line: ClaimReplay) -> bool:
    """Both moves move one piece. It is not captured in the line, nor could be with profit at once. In the other line it is, or
    could be if its side passed after the reply."""
    piece = line.piece(0)
    boards, moves = played(line.claim.fen, line.claim.other, line.claim.chess960)
    if line.claim.role is not ClaimRole.WORKS or len(moves) < 2 or moves[0].from_square != line.move.from_square:
        return False
    calm = not line.before.is_capture(line.move) and piece.square == line.move.to_square
    there = calm and is_there(line.after, piece, line.us) and not swap(line.after.copy(stack=False), piece.square)
    here, its = _square_after(line.moves, piece.square, 1), _square_after(moves, moves[0].to_square, 1)
    if here is None or not there or len(line.moves) < SAFE:
        return False
    checked = boards[2].is_check() or moves[1].to_square == moves[0].to_square
    return its is None or (not checked and swap(passing(boards[2]), moves[0].to_square) > 0)


def _square_after(moves: list[chess.Move], square: chess.Square, begin: int) -> chess.Square | None:
    """The square of a piece after the moves from `begin` on; None if it is captured."""
    for at in range(begin, len(moves)):
        if moves[at].from_square == square:
            square = moves[at].to_square
        elif moves[at].to_square == square:
            return None
    return square


@proves(Motif.GUARDS)
def guards(line: ClaimReplay) -> bool:
    """The move guards the piece captured in the other line, so that this no longer pays; a pawn could be won there. Or it
    newly guards the empty square of the reply."""
    piece = line.piece(0)
    if not is_there(line.after, piece, line.us) or piece.square not in line.after.attacks(line.move.to_square):
        return False
    boards, moves = played(line.claim.fen, line.claim.other, line.claim.chess960)
    if not piece.kind:  # the square to which the reply goes
        goes = len(moves) > 1 and moves[1].to_square == piece.square
        return goes and piece.square not in line.before.attacks(line.move.from_square)
    falls = [board for board, move in zip(boards, moves, strict=False) if move.to_square == piece.square]
    pays = piece.kind != chess.PAWN or any(swap(board.copy(stack=False), piece.square) > 0 for board in falls[:1])
    return pays and not swap(line.after.copy(stack=False), piece.square) and _taken_in_other(line, piece.square)


@proves(Motif.PREVENTS)
def prevents(line: ClaimReplay) -> bool:
    """The reply to the other move is illegal after the better move, or loses material on its square. It captures no moved piece,
    and the same after both; neither move gives check. It was possible if the mover had passed."""
    boards, moves = played(line.claim.fen, line.claim.other, line.claim.chess960)
    if line.claim.role is not ClaimRole.WORKS or len(moves) < 2 or line.boards[0].is_check():
        return False
    answer, after = moves[1], line.after
    calm = not (boards[1].is_en_passant(answer) or after.is_check() or boards[1].is_check())
    plain = answer.to_square != moves[0].to_square and line.move.to_square != answer.from_square
    same = boards[1].piece_at(answer.to_square) == after.piece_at(answer.to_square)
    if costs(passing(line.boards[0]), answer):
        return False  # the played move made it possible
    return calm and plain and same and costs(after, answer) and not costs(boards[1], answer)


@proves(Motif.MEETS)
def meets(line: ClaimReplay) -> bool:
    """Both lines have the same reply. If it gives check, its piece is captured, or only the king can leave that check in the
    other line; the answer to it is illegal or loses material in the other line, perhaps elsewhere."""
    boards, moves = played(line.claim.fen, line.claim.other, line.claim.chess960)
    if line.claim.role is not ClaimRole.WORKS or len(line.moves) != 3 or len(moves) != 2 or moves[1] != line.moves[1]:
        return False
    answer, before = line.moves[2], line.boards[2]
    first = line.moves[0]  # it may be this piece that answers
    start = first.from_square if answer.from_square == first.to_square else answer.from_square
    there = chess.Move(start, answer.to_square, answer.promotion)
    same = before.piece_at(answer.from_square) == boards[2].piece_at(start)
    possible = same and not costs(boards[2].copy(stack=False), there)
    possible = possible and kept(boards[2], there) > kept(before, answer) - LEAST_WORSE
    checked = before.is_check() and answer.to_square != moves[1].to_square and not _must_go(line, boards[2], answer)
    return not (checked or possible or answer == moves[0]) and not costs(before.copy(stack=False), answer)


def _must_go(line: ClaimReplay, other: chess.Board, answer: chess.Move) -> bool:
    """True if the king must move out of the same check in the other line, and another piece parries it in this one."""
    king = other.king(line.us)
    parries = line.boards[2].piece_type_at(answer.from_square) != chess.KING
    return parries and other.is_check() and all(move.from_square == king for move in list(other.legal_moves))


@proves(Motif.REMOVES)
def removes(line: ClaimReplay) -> bool:
    """The move captures a piece that makes one of the moves of the other line, from the same square."""
    piece = line.piece(0)
    there = is_there(line.before, piece, not line.us) and line.move.to_square == piece.square
    boards, moves = played(line.claim.fen, line.claim.other, line.claim.chess960)
    made = [at for at in range(1, len(moves), 2) if moves[at].from_square == piece.square]
    return there and bool(made) and all(is_there(board, piece, not line.us) for board in boards[: made[0] + 1])
