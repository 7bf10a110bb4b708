"""How many moves of a claim's line are told: as many as it takes to see what the claim says."""

from __future__ import annotations

import chess

from engine.coach.claims import Claim, Motif, Role

SLOW = 3  # moves that are told of a lasting change, at least


def told_moves(claim: Claim) -> int:
    """Up to the key move; of a lasting change the first moves, up to where the named piece arrives."""
    if claim.motif in (Motif.ACTIVE_PIECE, Motif.CENTRE):
        return 2 if claim.role is Role.ALLOWS else 1
    slow = claim.key == 0 and claim.other and claim.role is not Role.WORKS and not claim.motif.facts.at_once
    return max(SLOW, _arrival(claim)) if slow else claim.key + 1


def _arrival(claim: Claim) -> int:
    """How many moves the line takes until the piece that it names is where it is said to be; 0 where it was there."""
    if not claim.motif.facts.arrives:
        return 0
    first = 1 if claim.role is Role.ALLOWS else 0
    name = chess.square_name(claim.pieces[0].square)
    return max((at + 1 for at in range(first, len(claim.line), 2) if claim.line[at][2:4] == name), default=0)
