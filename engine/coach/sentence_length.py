"""The number of moves of a claim's line in its sentence: as many as show the point."""

from __future__ import annotations

import chess

from engine.coach.claims import Claim, ClaimRole

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
