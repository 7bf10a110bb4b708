"""A score as every screen and file shows it: from White's point of view."""

import math
from dataclasses import dataclass

from engine.game.info import Score


@dataclass(frozen=True)
class Evaluation:
    """A score from White's point of view: centipawns, or full moves to mate (negative: Black mates).

    Exactly one of the two is not None; a mate of 0 does not occur (the game is over then).
    """

    centipawns: int | None = None
    mate: int | None = None
    depth: int = 0

    @classmethod
    def of(cls, score: Score, white_to_move: bool, depth: int = 0) -> "Evaluation":
        """The engine's score, which is the mover's, turned to White's point of view."""
        sign = 1 if white_to_move else -1
        if score.mate is not None:
            return cls(mate=sign * score.mate, depth=depth)
        return cls(centipawns=sign * (score.centipawns or 0), depth=depth)

    @property
    def text(self) -> str:
        """As shown: `+0.31`, `-12.04`, `0.00`, `#5` (White mates), `-#3` (Black mates)."""
        if self.mate is not None:
            return f"#{self.mate}" if self.mate > 0 else f"-#{-self.mate}"
        pawns = (self.centipawns or 0) / 100
        return f"{pawns:+.2f}" if self.centipawns else "0.00"

    @property
    def white_share(self) -> float:
        """White's expected share of the point, 0 to 1, for the evaluation bar.

        The curve is lichess' published one, 50 + 50 * (2 / (1 + exp(-0.00368208 cp)) - 1) percent.
        """
        if self.mate is not None:
            return 1.0 if self.mate > 0 else 0.0
        bounded = max(-2_000, min(2_000, self.centipawns or 0))
        return 1.0 / (1.0 + math.exp(-0.00368208 * bounded))
