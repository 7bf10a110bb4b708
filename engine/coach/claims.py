"""Claims: statements about a mistake as frozen values, each with the line that proves it.

`engine.coach.checker` refuses a claim that its line does not prove; `engine.coach.claim_words` puts it into words.
"""

from __future__ import annotations

from dataclasses import field
from enum import Enum

from engine.coach.motifs import HintTopic as HintTopic
from engine.coach.motifs import Motif as Motif
from engine.game.info import PovScore
from engine.ground.values import dataclass


class ClaimRole(Enum):
    """The kind of statement that a claim makes."""

    ALLOWS = "allows"  # the move lets the opponent do it
    MISSES = "misses"  # another move would have done it
    WORKS = "works"  # why another move is better
    PEOPLE = "people"  # what players of a rating do here


DECISIVE = (Motif.SELF_PIN, Motif.NO_WAY_OUT, Motif.PAWN_RACE, Motif.PERPETUAL_HELD)
"""Motifs that decide although the line does not show what is won."""
AS_GOOD_AS_WON = 1.5  # pawns
NULL_MOVE = "0000"


@dataclass(frozen=True)
class ClaimPiece:
    """A piece on a square: 1 pawn to 6 king, squares from 0 (a1) to 63 (h8)."""

    kind: int
    square: int


@dataclass(frozen=True)
class Balance:
    """The pieces that a line wins and loses, as 1 pawn to 5 queen, highest first, equal ones on both sides left out."""

    won: tuple[int, ...] = ()
    lost: tuple[int, ...] = ()

    WORTH = (0, 1, 3, 3, 5, 9)

    @property
    def pawns(self) -> int:
        """The difference in pawns."""
        return sum(self.WORTH[piece] for piece in self.won) - sum(self.WORTH[piece] for piece in self.lost)


@dataclass(frozen=True)
class Claim:
    """A statement about a move, with its proof.

    `line` (UCI) is played from `fen`; its move number `key`, from 0, shows the motif on `pieces`. The side that plays the key
    move profits: `balance` is what it wins by the quiet end of the line, `mate` its number of moves to the mate that ends it.
    `before` and `after` are search scores before and after the played move. `other`: the line compared with. `figures`: numbers
    that the motif names. `threat`: what follows if the other side passes after `line`; then the key move is in it, and
    `balance` counts from there.
    """

    role: ClaimRole
    motif: Motif
    fen: str
    line: tuple[str, ...]
    key: int
    before: PovScore
    after: PovScore
    pieces: tuple[ClaimPiece, ...] = ()
    balance: Balance = Balance()
    mate: int = 0
    other: tuple[str, ...] = ()
    chess960: bool = field(kw_only=True)
    figures: tuple[int, ...] = ()
    threat: tuple[str, ...] = field(default=(), kw_only=True)

    @property
    def whole(self) -> tuple[str, ...]:
        """All moves (UCI) that `key` counts: the line, or the line, a null move and the threat."""
        return (*self.line, NULL_MOVE, *self.threat) if self.threat else self.line

    @property
    def is_reply(self) -> bool:
        """True if the claim gives only the reply and the scores."""
        return self.motif is Motif.SLIPS and self.role is ClaimRole.ALLOWS

    @property
    def strength(self) -> float:
        """The rank of a claim: mates first, then the pawns won; what is as good as won counts as a pawn and a half."""
        if self.threat:
            return 0
        if self.mate:
            return 1000 - self.mate
        return max(self.balance.pawns, AS_GOOD_AS_WON if self.motif in DECISIVE else 0)
