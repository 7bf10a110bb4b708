"""The estimate: a rating with its interval from the numbers of one game or of many (the scale is that of the site, or of
lichess where none is named).

A ridge regression gives each game's best guess. Such a guess leans to what players with these tags (site, time control) have
on the average; how much was measured. So guesses of several games are first stretched, then averaged, then drawn back to that
average as far as the noise of so many games asks for. What games of one player have in common (a style that the numbers
misjudge) does not average out: the interval never becomes narrower than that.
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
_SPREADS = 1.2816  # standard deviations on either side that hold so many


class Guess(NamedTuple):
    """What one game says, in Elo. `usual`: the average of players of games with these tags; `best`: the guess from all
    numbers."""

    usual: Annotated[float, Within(-10_000, 10_000)]
    best: Annotated[float, Within(-10_000, 10_000)]


@dataclass(frozen=True)
class Table:
    """What was fitted. `usual` and `weights`: of a feature each, behind the constant, the first only of what the tags say.
    `spread`: of players around the usual rating; `lean`: the part of a difference from it that a guess shows; `noise`:
    standard deviation of a stretched guess from game to game, `style`: of what a player's games have in common. All in
    Elo."""

    usual: tuple[float, ...]
    weights: tuple[float, ...]
    spread: float
    lean: float
    noise: float
    style: float

    def guess(self, features: Sequence[float]) -> Guess:
        """What one game says."""
        usual = self.usual[0] + sum(a * b for a, b in zip(self.usual[1:], features, strict=False))
        return Guess(usual, self.weights[0] + sum(a * b for a, b in zip(self.weights[1:], features, strict=True)))

    def rating(self, guesses: Sequence[Guess]) -> Rating[int] | None:
        """What the guesses of several games say together, with the interval that holds INTERVAL of players; None without any."""
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
def tables(path: Path = SHIPPED) -> dict[bool, Table]:
    """The shipped tables: with (True) and without (False) the opponent's moves."""
    found = json.loads(path.read_text(encoding="utf-8"))
    return {bool(int(key)): _table(row) for key, row in found.items()}


def _table(row: dict[str, Any]) -> Table:
    return Table(**{**row, "usual": tuple(row["usual"]), "weights": tuple(row["weights"])})
