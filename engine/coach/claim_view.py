"""The number of moves that show the point of a claim, the owners of its pieces, and their squares at the beginning."""

from __future__ import annotations

from collections.abc import Sequence

import chess

from engine.coach.claims import Claim, ClaimPiece, ClaimRole, Motif

SLOW = 3  # moves shown of a lasting change, at least


def moves_in_sentence(claim: Claim) -> int:
    """The moves up to the key move; for a lasting change the first moves, up to the arrival of the named piece."""
    slow = claim.key == 0 and claim.other and claim.role is not ClaimRole.WORKS and not claim.motif.facts.at_once
    return max(SLOW, _arrival(claim)) if slow else claim.key + 1


def _arrival(claim: Claim) -> int:
    """The number of moves until the named piece reaches its square; 0 if it does not move there."""
    if not claim.motif.facts.arrives:
        return 0
    first = 1 if claim.role is ClaimRole.ALLOWS else 0
    name = chess.square_name(claim.pieces[0].square)
    return max((at + 1 for at in range(first, len(claim.line), 2) if claim.line[at][2:4] == name), default=0)


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
