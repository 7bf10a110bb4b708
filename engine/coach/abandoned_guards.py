"""Claims that the moved piece no longer guards the square to which the reply goes."""

from __future__ import annotations

from collections.abc import Iterator

import chess

from engine.coach.claims import Claim, ClaimPiece, ClaimRole, Motif
from engine.coach.exchange_values import exchange, worth_at
from engine.coach.mistake import Mistake


def abandoned_guard(mistake: Mistake) -> Iterator[Claim]:
    """The played move gives up the defence of the square the reply goes to: there the reply would have lost material before,
    and after the better move still would."""
    played = mistake.played
    if len(played.moves) < 2 or len(mistake.better.boards) < 3:
        return
    root, after, better = played.boards[0], played.boards[1], mistake.better.boards[2]
    move, answer = played.moves[0], played.moves[1]
    square, kind = answer.to_square, root.piece_type_at(move.from_square)
    if root.is_check() or move.promotion or kind is None or kind == chess.KING or square == move.to_square:
        return
    if root.piece_type_at(answer.from_square) == chess.KING:
        return
    if square not in root.attacks(move.from_square) or square in after.attacks(move.to_square):
        return
    passed = root.copy(stack=False)
    passed.push(chess.Move.null())
    if _is_good(passed, answer) or not _is_good(after, answer) or _is_good(better, answer):
        return
    yield Claim(
        ClaimRole.ALLOWS,
        Motif.LEAVES,
        mistake.fen,
        (mistake.move, *mistake.reply[:1]),
        1,
        mistake.before,
        mistake.after,
        (ClaimPiece(kind, move.to_square), ClaimPiece(after.piece_type_at(square) or 0, square), *_attacked(mistake)),
        other=mistake.best[:1],
        chess960=mistake.chess960,
    )


def says_why(mistake: Mistake, claim: Claim) -> bool:
    """True if such a claim says what the reply is good for: it captures, gives check, or attacks what the claim names."""
    played = mistake.played
    return len(claim.pieces) > 2 or claim.pieces[1].kind > 0 or played.boards[1].gives_check(played.moves[1])


def _attacked(mistake: Mistake) -> tuple[ClaimPiece, ...]:
    """The most valuable piece, if any, that a quiet reply newly attacks and that could be captured next with profit."""
    (before, after), reply = mistake.played.boards[1:3], mistake.played.moves[1]
    if before.is_capture(reply) or after.is_check():
        return ()
    fresh = after.attacks(reply.to_square) & ~int(before.attacks(reply.from_square))
    passed = after.copy(stack=False)
    passed.push(chess.Move.null())
    won = {move.to_square for move in passed.generate_legal_captures() if exchange(passed, move) > 0}
    offers = after.pieces(after.piece_type_at(reply.to_square) or 0, mistake.white)  # to exchange pieces of one kind
    found = sorted(won & set(fresh & ~int(offers)), key=lambda square: -worth_at(after, square))
    return tuple(ClaimPiece(after.piece_type_at(square) or 0, square) for square in found[:1])


def _is_good(board: chess.Board, move: chess.Move) -> bool:
    """True if a move is legal and loses nothing on its target square."""
    return board.is_legal(move) and exchange(board, move) >= 0
