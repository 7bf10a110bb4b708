"""The evaluation of a position, as games store and screens show it."""

import math

from engine.game.info import PovScore
from engine.ground.values import dataclass


@dataclass(frozen=True)
class Evaluation:
    """A score and its depth, 0 if unknown. A mate of 0 does not occur: the game is then over."""

    score: PovScore
    depth: int = 0

    @property
    def white_share(self) -> float:
        """White's expected share of the point, 0 to 1, for the evaluation bar.

        lichess' published curve: 50 + 50 * (2 / (1 + exp(-0.00368208 cp)) - 1) percent.
        """
        worth = self.score.worth(white=True)
        if self.score.score.centipawns is None and worth:
            return 1.0 if worth > 0 else 0.0
        return 1.0 / (1.0 + math.exp(-0.00368208 * max(-2_000, min(2_000, worth))))
