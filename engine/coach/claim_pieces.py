"""The pieces that a claim names: whose they are, and where they are at the beginning of its line."""

from __future__ import annotations

from collections.abc import Sequence

import chess

from engine.coach.claims import Claim, ClaimPiece, ClaimRole, Motif


def owner(claim: Claim, piece: ClaimPiece) -> chess.Color | None:
    """The side of a piece that a claim names: on the board after the key move (before it, for a captured piece), or on the
    nearest other one of its lines. A sacrificed piece is no longer there: it is of the side that profits."""
    if claim.motif is Motif.SACRIFICE:
        return (" w " in claim.fen) is not (claim.role is ClaimRole.ALLOWS)
    boards = [*boards_of(claim, claim.whole), *boards_of(claim, claim.other)]
    at = min(claim.key + (0 if claim.motif.facts.before else 1), len(claim.whole))
    for board in (boards[at], *reversed(boards[:at]), *boards[at + 1 :]):
        found = board.piece_at(piece.square)
        if found is not None and found.piece_type == piece.kind:
            return found.color
    return None


def at_beginning(claim: Claim, piece: ClaimPiece) -> ClaimPiece:
    """A piece at the beginning of a claim's line, on its square before the key move."""
    at = chess.square_name(piece.square)
    for text in claim.line[: claim.key]:
        if text[2:4] == at:
            break  # it is captured
        at = text[2:4] if text[:2] == at else at
    return ClaimPiece(piece.kind, chess.parse_square(at))


def boards_of(claim: Claim, line: Sequence[str]) -> list[chess.Board]:
    """All positions of a line of the claim."""
    board = chess.Board(claim.fen, chess960=claim.chess960)
    boards = [board.copy(stack=False)]
    for text in line:
        board.push_uci(text)
        boards.append(board.copy(stack=False))
    return boards
