"""Tests of quiet replies: a plan that is forbidden, a pawn left without its guard, a king that gets in, a bishop shut in."""

from __future__ import annotations

import chess

from engine.coach.checker.line_comparison import costs
from engine.coach.checker.registry import proves
from engine.coach.checker.replay import ClaimReplay, Refused, is_there, material, passing, played, swap
from engine.coach.claims import ClaimPiece, ClaimRole, Motif

LATEST = 5  # plies
OPENING_MOVES = 12


@proves(Motif.FORBIDS)
def forbids(line: ClaimReplay) -> bool:
    """After the reply the other move is illegal or loses material on its square, in the line by a capture that pays. Before, and
    after a pass, it did not; its piece and its target stay the same, and nothing gives check."""
    boards, move = line.boards, _other(line)[1]
    if line.claim.role is not ClaimRole.ALLOWS or line.claim.key != 1 or len(boards) not in (3, 5) or move.promotion:
        return False
    if any(board.is_check() for board in boards[:3]) or (len(boards) == 5 and not _is_punished(line, move)):
        return False
    start, end = move.from_square, move.to_square
    same = boards[0].piece_at(start) == boards[2].piece_at(start)
    blocked = boards[0].piece_at(end) is None and line.move.to_square == end and not boards[2].is_legal(move)
    same = same and (blocked or boards[0].piece_at(end) == boards[2].piece_at(end))
    passed = passing(boards[1])
    if not boards[2].is_legal(move) and passed.is_legal(move):
        return same
    before = costs(boards[0].copy(stack=False), move) or costs(passed, move)
    return same and not before and costs(boards[2].copy(stack=False), move)


def _is_punished(line: ClaimReplay, move: chess.Move) -> bool:
    """True if the line continues with the other move and a capture of its piece that wins material on the square."""
    back, before = line.moves[3], line.boards[3]
    taken = back.to_square == move.to_square and before.is_capture(back)
    return (
        line.moves[2] == move
        and taken
        and material(line.boards[4], before.turn) - material(before, before.turn)
        > swap(line.boards[4].copy(stack=False), move.to_square)
    )


@proves(Motif.LEFT_LOOSE)
def left_loose(line: ClaimReplay) -> bool:
    """The moved piece guarded the target and no longer does. The key move, which takes nothing back, newly attacks it, and
    nothing guards it or a capture would pay; after the other move something guards it, and none pays."""
    back = line.before.is_capture(line.move) and line.moves[line.claim.key - 1].to_square == line.move.to_square
    guard, target, first = line.piece(0), line.piece(1), line.moves[0]
    root, after = line.boards[0], line.boards[1]
    if line.claim.role is not ClaimRole.ALLOWS or line.claim.key > LATEST or guard.square != first.to_square or back:
        return False
    other = _other(line)[0]
    there = all(is_there(board, target, not line.us) for board in (root, line.after, other))
    moved = is_there(root, ClaimPiece(guard.kind, first.from_square), not line.us) and is_there(
        after, guard, not line.us
    )
    left = target.square in root.attacks(first.from_square) and target.square not in after.attacks(guard.square)
    hit = target.square in line.after.attacks(line.move.to_square)
    fresh = target.square not in line.before.attacks(line.move.from_square) and not line.after.is_check()
    if not (there and moved and left and hit and fresh):
        return False
    lost = not line.after.attackers(not line.us, target.square) or swap(passing(line.after), target.square) > 0
    return (
        lost and bool(other.attackers(not line.us, target.square)) and not swap(other.copy(stack=False), target.square)
    )


@proves(Motif.KING_IN)
def king_in(line: ClaimReplay) -> bool:
    """In an ending the king gets nearer to the pawns, on a square that the other move guards. Only the king moves."""
    king, move, key = line.piece(0), line.move, line.claim.key
    other = _other(line)[0]
    named = king == ClaimPiece(chess.KING, move.to_square) and is_there(line.after, king, line.us)
    if line.claim.role is not ClaimRole.ALLOWS or key > LATEST or line.boards[0].queens:
        return False
    walks = all(
        line.boards[at].piece_type_at(line.moves[at].from_square) == chess.KING
        and not line.boards[at].is_capture(line.moves[at])
        and not line.boards[at].is_check()
        for at in range(1, key + 1, 2)
    )
    start = line.boards[1].king(line.us)
    if start is None or other.is_check() or line.boards[0].is_check():
        return False
    near = _distance(line.after, move.to_square) < _distance(line.boards[1], start)
    return named and walks and near and other.is_attacked_by(not line.us, move.to_square)


def _distance(board: chess.Board, king: chess.Square) -> float:
    """The mean distance of a square to all pawns."""
    pawns = chess.SquareSet(board.pawns)
    return sum(chess.square_distance(king, pawn) for pawn in pawns) / max(1, len(pawns))


@proves(Motif.BLOCKS)
def blocks(line: ClaimReplay) -> bool:
    """In the opening the bishop, on its first rank, could move before the played move and cannot after it; after the other
    move it can, or it has moved."""
    piece, bishop, other = line.piece(0), line.piece(1), _other(line)[0]
    root, after = line.boards[0], line.boards[1]
    home = bishop.square in ((chess.C1, chess.F1) if line.us else (chess.C8, chess.F8))
    quiet = not root.is_capture(line.moves[0]) and root.fullmove_number <= OPENING_MOVES
    if line.claim.role is ClaimRole.ALLOWS and len(line.moves) == 1 and _is_in_the_way(line, piece, bishop):
        return True
    if line.claim.role is not ClaimRole.ALLOWS or line.claim.key or not (home and quiet) or bishop.kind != chess.BISHOP:
        return False
    named = piece.square == line.moves[0].to_square and is_there(after, piece, line.us)
    there = all(is_there(board, bishop, line.us) for board in (root, after))
    free = not is_there(other, bishop, line.us) or _free(other, bishop.square)
    return named and there and free and _free(root, bishop.square) and not _free(after, bishop.square)


def _is_in_the_way(line: ClaimReplay, piece: ClaimPiece, other: ClaimPiece) -> bool:
    """True if the moved piece is on the way or on the target of the other move, made by the second piece, and that is illegal
    if the opponent passes."""
    move, root, after = _other(line)[1], line.boards[0], line.boards[1]
    way = chess.SquareSet(chess.between(move.from_square, move.to_square)) | {move.to_square}
    there = piece.square == line.moves[0].to_square and is_there(after, piece, root.turn)
    same = other.square == move.from_square and all(is_there(board, other, root.turn) for board in (root, after))
    return there and same and piece.square in way and not after.is_check() and not passing(after).is_legal(move)


@proves(Motif.LETS_GO)
def lets_go(line: ClaimReplay) -> bool:
    """The other move captures the second piece; the played one moves the capturing piece elsewhere, and it attacks it no more."""
    piece, target, move, first = line.piece(0), line.piece(1), _other(line)[1], line.moves[0]
    root, after = line.boards[0], line.boards[1]
    if line.claim.role is not ClaimRole.ALLOWS or len(line.moves) != 1 or move.from_square != first.from_square:
        return False
    taken = move.to_square == target.square and all(is_there(board, target, not root.turn) for board in (root, after))
    moved = piece.square == first.to_square and is_there(after, piece, root.turn) and not first.promotion
    return taken and moved and target.square not in after.attacks(piece.square)


def _free(board: chess.Board, square: chess.Square) -> bool:
    return any(board.piece_at(one) is None for one in board.attacks(square))


def _other(line: ClaimReplay) -> tuple[chess.Board, chess.Move]:
    """The position after the other move, and that move. :raises Refused: it is missing."""
    boards, moves = played(line.claim.fen, line.claim.other[:1], line.claim.chess960)
    if not moves:
        raise Refused("the other move is missing")
    return boards[1], moves[0]
