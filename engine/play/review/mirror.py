"""What many reviews say of one player: losses by the part of the game, and the motifs that were allowed and missed."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from engine.coach.claims import Motif, Role
from engine.play.review.values import GameReview, Phase


@dataclass
class Part:
    """One part of the game: own moves outside the book, what they gave away in points of winning probability, and how many
    were faulted."""

    moves: int = 0
    lost: float = 0.0
    faults: int = 0


@dataclass
class Mirror:
    """Filled game by game."""

    games: int = 0
    parts: dict[Phase, Part] = field(default_factory=lambda: {phase: Part() for phase in Phase})
    allowed: Counter[Motif] = field(default_factory=Counter)
    missed: Counter[Motif] = field(default_factory=Counter)

    def add(self, review: GameReview, white: bool) -> None:
        """Counts one side of a game."""
        self.games += 1
        for move in review.moves:
            if move.white is not white or move.book:
                continue
            part = self.parts[move.phase]
            part.moves += 1
            part.lost += move.loss
            part.faults += move.judgement is not None
            for claim in move.claims:
                if claim.motif is not Motif.SLIPS and claim.role is not Role.WORKS:
                    (self.allowed if claim.role is Role.ALLOWS else self.missed)[claim.motif] += 1

    def text(self, most: int = 6) -> str:
        """A table of the parts, and the most frequent motifs."""
        lines = [f"{'':<12}{'moves':>8}{'lost a move':>14}{'faults in 100':>16}"]
        for phase, part in self.parts.items():
            if part.moves:
                share = f"{part.lost / part.moves:.1f} %"
                lines.append(f"{phase.value:<12}{part.moves:>8}{share:>14}{100 * part.faults / part.moves:>16.1f}")
        for name, motifs in (("allowed", self.allowed), ("missed", self.missed)):
            told = ", ".join(f"{motif.value} {count}" for motif, count in motifs.most_common(most))
            lines.append(f"{name:<12}{told or 'nothing that could be named'}")
        return "\n".join(lines)
