"""The one way in which claims of endings and of attacks on a king are made: a part of one line, beside the other line."""

from __future__ import annotations

from engine.coach.claims import Claim, ClaimPiece, ClaimRole, Motif
from engine.coach.mistake import Mistake

COMPARED = 8  # plies of the other line


def line_claim(
    mistake: Mistake, role: ClaimRole, motif: Motif, index: int, pieces: tuple[ClaimPiece, ...], length: int = 0
) -> Claim:
    """Returns a claim of the first `length` plies of a line, by default up to its key move `index`, beside the other line."""
    allows = role is ClaimRole.ALLOWS
    played, first = (mistake.move, *mistake.reply), int(not allows)
    line, other = (played, mistake.best) if allows else (mistake.best, played)
    return Claim(
        role,
        motif,
        mistake.fen,
        line[: (length or index + 1) - first],
        index - first,
        mistake.before,
        mistake.after,
        pieces,
        other=other[:COMPARED],
        chess960=mistake.chess960,
    )
