"""Why the better move works: how it meets what the played move allowed."""

from __future__ import annotations

import chess

from engine.coach.claims import Claim, ClaimPiece, ClaimRole, Motif
from engine.coach.exchange_values import exchange, worth_at
from engine.coach.mistake import Mistake


def why_better(mistake: Mistake, allowed: Claim) -> Claim | None:
    """The claim that says how the better move avoids the loss; None if no simple reason is found."""
    if not mistake.best or not mistake.reply or len(allowed.line) < 2:
        return None
    root, after = mistake.better.boards[1], mistake.better.boards[2]
    move = mistake.better.moves[1]
    answer = chess.Move.from_uci(allowed.line[1])
    found = _meets(mistake, allowed, root, after, move, answer)
    if found is None:
        return None
    motif, pieces = found
    return Claim(
        ClaimRole.WORKS,
        motif,
        mistake.fen,
        mistake.best[: 1 + (motif is Motif.SAVES)],  # the reply could capture the saved piece
        0,
        mistake.before,
        mistake.after,
        pieces,
        other=allowed.line,
        chess960=mistake.chess960,
    )


def _meets(
    mistake: Mistake, allowed: Claim, root: chess.Board, after: chess.Board, move: chess.Move, answer: chess.Move
) -> tuple[Motif, tuple[ClaimPiece, ...]] | None:
    attacker = root.piece_at(answer.from_square)
    if move.to_square == answer.from_square and attacker and attacker.color is not root.turn:
        return Motif.REMOVES, (ClaimPiece(attacker.piece_type, answer.from_square),)
    victim = _victim(mistake, allowed)
    # A saved pawn does not explain a lost queen.
    if victim is not None and worth_at(root, victim) >= allowed.balance.pawns:
        piece = ClaimPiece(root.piece_type_at(victim) or 0, victim)
        if (
            move.from_square == victim
            and piece.kind != chess.PAWN
            and not root.is_capture(move)
            and not _is_lost(after, move.to_square)
        ):
            return Motif.SAVES, (piece,)
        guards = (
            move.from_square != victim
            and move.to_square in after.attackers(root.turn, victim)
            and move.from_square not in root.attackers(root.turn, victim)
        )
        if guards and not _is_lost(after, victim):
            return Motif.GUARDS, (piece,)
    return None


def _victim(mistake: Mistake, allowed: Claim) -> chess.Square | None:
    """The square of the first piece (a pawn only if nothing more) that the opponent captures on its original square."""
    line = mistake.played
    moved = {line.moves[0].from_square}
    for index, (board, move) in enumerate(zip(line.boards, line.moves, strict=False)):
        if index >= len(allowed.line):
            break
        if index % 2 and board.is_capture(move) and move.to_square not in moved and index > 0:
            target = line.boards[0].piece_at(move.to_square)
            if target is not None and target.color is line.boards[0].turn:
                return move.to_square
        moved.add(move.to_square)
    return None


def _is_lost(board: chess.Board, square: chess.Square) -> bool:
    """True if the side to move wins material by capturing on the square."""
    return any(exchange(board, move) > 0 for move in board.legal_moves if move.to_square == square)
