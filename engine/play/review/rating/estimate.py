"""Estimates a rating with its interval from the features of one game or many, on the scale of the site (default: lichess).

A ridge regression gives each game's best guess, which is biased towards the average of players with these tags (site, time
control); the bias was measured. Guesses of several games are stretched, averaged, and shrunk towards that average according
to the noise of that number of games. Errors shared by a player's games (a style that the features misjudge) do not average
out: they limit how narrow the interval becomes.
"""

import json
import math
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Annotated, Any, NamedTuple

from engine.ground.codec import Within
from engine.ground.rating import Rating
from engine.ground.values import dataclass

SHIPPED = Path(__file__).parents[3] / "data" / "rating.json"
INTERVAL = 0.8  # of players have a rating inside
_SPREADS = 1.2816  # standard deviations on either side that contain this share


class RatingEstimate(NamedTuple):
    """The estimate from one game, in Elo. `usual`: the average of players of games with these tags; `best`: the guess from
    all features."""

    usual: Annotated[float, Within(-10_000, 10_000)]
    best: Annotated[float, Within(-10_000, 10_000)]


@dataclass(frozen=True)
class RatingModel:
    """The fitted parameters. `usual` and `weights`: one per feature after the constant, the first only for features of the
    tags. `spread`: of players around the usual rating; `lean`: the part of a difference from it that a guess shows; `noise`:
    standard deviation of a stretched guess from game to game, `style`: of the error common to a player's games. All in Elo."""

    usual: tuple[float, ...]
    weights: tuple[float, ...]
    spread: float
    lean: float
    noise: float
    style: float

    def guess(self, features: Sequence[float]) -> RatingEstimate:
        """The estimate from one game."""
        usual = self.usual[0] + sum(a * b for a, b in zip(self.usual[1:], features, strict=False))
        return RatingEstimate(
            usual, self.weights[0] + sum(a * b for a, b in zip(self.weights[1:], features, strict=True))
        )

    def rating(self, guesses: Sequence[RatingEstimate]) -> Rating[int] | None:
        """The estimate from several games, with the interval that contains INTERVAL of players; None without guesses."""
        if not guesses:
            return None
        usual = sum(guess.usual for guess in guesses) / len(guesses)
        stretched = (sum(guess.best for guess in guesses) / len(guesses) - usual) / self.lean
        variance = self.style**2 + self.noise**2 / len(guesses)
        trust = self.spread**2 / (self.spread**2 + variance)
        half = _SPREADS * math.sqrt(trust * variance)
        elo = usual + trust * stretched
        return Rating(round(elo), round(elo - half), round(elo + half), len(guesses))


@cache
def tables(path: Path = SHIPPED) -> dict[bool, RatingModel]:
    """The shipped tables: with (True) and without (False) the opponent's moves."""
    found = json.loads(path.read_text(encoding="utf-8"))
    return {bool(int(key)): _table(row) for key, row in found.items()}


def _table(row: dict[str, Any]) -> RatingModel:
    return RatingModel(**{**row, "usual": tuple(row["usual"]), "weights": tuple(row["weights"])})
