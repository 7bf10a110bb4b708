"""Tests of what a quiet better move is for: a prepared move, an offered exchange, a reply without check, a guard that stays."""

from __future__ import annotations

import chess

from engine.coach.checker.line_comparison import costs
from engine.coach.checker.registry import proves
from engine.coach.checker.replay import ClaimReplay, is_there, material, passing, played, swap
from engine.coach.claims import ClaimRole, Motif

LENGTHS = (3, 5)  # plies up to the prepared move
LEAST_ATTACKED = 3  # pawns


@proves(Motif.PREPARES)
def prepares(line: ClaimReplay) -> bool:
    """The last move of the line is made by the piece of the first one, or by another that could not make it before without a
    loss. It is safe and captures something for good, gives check, promotes or attacks a piece."""
    last, board = line.moves[-1], line.boards[-2]
    if line.claim.role is not ClaimRole.WORKS or line.claim.key or len(line.moves) not in LENGTHS or board.is_check():
        return False
    if costs(board, last) or last.to_square == line.moves[-2].to_square:
        return False
    return _is_enabled(line, last) and _is_good(line, board, last)


def _is_enabled(line: ClaimReplay, last: chess.Move) -> bool:
    at, root = line.move.to_square, line.boards[0]
    for own in line.moves[2:-1:2]:
        at = own.to_square if own.from_square == at else at
    if last.from_square == at:
        return True
    same = root.piece_at(last.from_square) == line.boards[-2].piece_at(last.from_square)
    return same and costs(root, last) and not costs(passing(line.after), last)


def _is_good(line: ClaimReplay, board: chess.Board, last: chess.Move) -> bool:
    if last.promotion or board.gives_check(last):
        return True
    after, target = line.end, last.to_square
    if board.is_capture(last):
        won = material(after, line.us) - material(board, line.us) - swap(after.copy(stack=False), target)
        return won >= 1 and line.boards[0].piece_at(target) == board.piece_at(target) is not None
    passed = passing(after)
    for square in after.attacks(target) & after.occupied_co[not line.us] & ~after.kings:
        there = line.boards[0].piece_at(square) == after.piece_at(square)
        blow = chess.Move(target, square)
        if there and square not in board.attacks(last.from_square) and passed.is_legal(blow):
            then = passed.copy(stack=False)
            then.push(blow)
            if material(then, line.us) - material(passed, line.us) - swap(then, square) >= LEAST_ATTACKED:
                return True
    return False


@proves(Motif.OFFERS)
def offers(line: ClaimReplay) -> bool:
    """The moved piece is captured by one of its kind, and that is captured on the same square."""
    ours, theirs = line.piece(0), line.piece(1)
    if line.claim.role is not ClaimRole.WORKS or len(line.moves) != 3 or line.before.is_capture(line.move):
        return False
    answer, back = line.moves[1:]
    named = is_there(line.after, ours, line.us) and is_there(line.after, theirs, not line.us)
    taken = ours.square == line.move.to_square == answer.to_square == back.to_square
    kinds = ours.kind == theirs.kind and ours.kind not in (chess.PAWN, chess.KING)
    return named and taken and kinds and answer.from_square == theirs.square


@proves(Motif.NO_CHECK)
def no_check(line: ClaimReplay) -> bool:
    """The reply to the other move gives check there, and is legal and no check after the better one."""
    boards, moves = played(line.claim.fen, line.claim.other, line.claim.chess960)
    if line.claim.role is not ClaimRole.WORKS or len(moves) != 2 or line.after.is_check():
        return False
    reply = moves[1]
    same = boards[1].piece_at(reply.from_square) == line.after.piece_at(reply.from_square)
    return same and boards[2].is_check() and line.after.is_legal(reply) and not line.after.gives_check(reply)


@proves(Motif.STILL_GUARDS)
def still_guards(line: ClaimReplay) -> bool:
    """Both moves move one piece, which guarded the named one. It does so after the better move, so that no capture pays there,
    and not after the other one, by whose line the named piece is captured."""
    piece = line.piece(0)
    boards, moves = played(line.claim.fen, line.claim.other, line.claim.chess960)
    if line.claim.role is not ClaimRole.WORKS or len(moves) < 2 or moves[0].from_square != line.move.from_square:
        return False
    guarded = all(
        piece.square in board.attacks(square)
        for board, square in ((line.before, line.move.from_square), (line.after, line.move.to_square))
    )
    left = piece.square not in boards[1].attacks(moves[0].to_square)
    there = all(is_there(board, piece, line.us) for board in (line.after, *boards[:-1]))
    taken = moves[-1].to_square == piece.square and boards[-2].turn is not line.us
    return guarded and left and there and taken and not swap(line.after.copy(stack=False), piece.square)
