"""Estimates a rating with its interval from the features of one game or many, on the scale of its ratings.

A ridge regression gives each game's best guess, which is biased towards the average of players with these tags; the bias was
measured. Guesses of several games are stretched, averaged, and shrunk towards that average according to the noise of that number
of games. The interval has the ratings at which a stretched guess like this is not unusual: so it holds its share of the weak and
of the strong, too. Errors shared by a player's games (a style that the features misjudge) do not average out: they limit how
narrow the interval becomes. Each scale has parameters of its own.
"""

import json
import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Annotated, Any, NamedTuple

from engine.ground.codec import Within
from engine.ground.rating import Rating
from engine.ground.text import Text, joined
from engine.ground.values import dataclass
from engine.play.people.rating_rows import at_rating
from engine.play.review.rating.scale import LOWEST_ELO, SCALE_NAMES, UNKNOWN_SCALE, EloScale

SHIPPED = Path(__file__).parents[3] / "data" / "rating.json"
INTERVAL = 0.9  # of players have a rating inside
FURTHEST = 3.0  # spreads between a guess and what is usual: odd tags must not lead to absurd ratings


class RatingEstimate(NamedTuple):
    """The estimate from one game, in Elo of its scale. `usual`: the average of players of games with these tags; `best`: the
    guess from all features."""

    scale: EloScale
    usual: Annotated[float, Within(-10_000, 10_000)]
    best: Annotated[float, Within(-10_000, 10_000)]


@dataclass(frozen=True)
class RatingModel:
    """The fitted parameters. `usual` and `weights`: one per feature after the constant, the first only for features of the
    tags. `spread`: of players around the usual rating; `lean`: the part of a difference from it that a guess shows; `noise`:
    standard deviation of a stretched guess from game to game, `style`: of the error common to a player's games. All in Elo.
    `errors`: by rating, the lowest and highest error of one stretched guess for INTERVAL of players who were not fitted to."""

    scale: EloScale
    usual: tuple[float, ...]
    weights: tuple[float, ...]
    spread: float
    lean: float
    noise: float
    style: float
    errors: tuple[tuple[int, float, float], ...]

    def guess(self, features: Sequence[float]) -> RatingEstimate:
        usual = self.usual[0] + sum(a * b for a, b in zip(self.usual[1:], features, strict=False))
        best = self.weights[0] + sum(a * b for a, b in zip(self.weights[1:], features, strict=True))
        furthest = FURTHEST * self.spread
        return RatingEstimate(self.scale, usual, min(max(best, usual - furthest), usual + furthest))

    def rating(self, guesses: Sequence[RatingEstimate]) -> Rating[int] | None:
        """The estimate from several games, with the interval that contains INTERVAL of players; None without guesses."""
        if not guesses:
            return None
        usual = sum(guess.usual for guess in guesses) / len(guesses)
        stretched = (sum(guess.best for guess in guesses) / len(guesses) - usual) / self.lean
        variance = self.style**2 + self.noise**2 / len(guesses)
        trust = self.spread**2 / (self.spread**2 + variance)
        narrower = math.sqrt(variance / (self.style**2 + self.noise**2))
        low, high = self._held(usual + stretched, narrower)
        elo = min(max(usual + trust * stretched, low), high)
        return Rating(round(elo), round(low), round(high), len(guesses))

    def _held(self, guess: float, narrower: float) -> tuple[float, float]:
        """The lowest and the highest rating at which a stretched guess like this is not unusual. `narrower`: the spread of
        several games by that of one."""
        lowest, highest = [], []
        for elo, below, above in self.errors:
            middle = (below + above) / 2
            lowest.append((elo + middle + narrower * (above - middle), elo))
            highest.append((elo + middle + narrower * (below - middle), elo))
        low, high, least = _rating_at(lowest, guess), _rating_at(highest, guess), LOWEST_ELO[self.scale]
        # Whoever seems weaker than any rating may still be one of the weakest who has one: never an interval of one number.
        return max(least, low), max(high, least + (high - low) / 2)


def _rating_at(rows: Sequence[tuple[float, int]], guess: float) -> float:
    """The rating to a guess, by rows of both; beyond them it changes as the guess does."""
    shifts = [(round(found), elo - found) for found, elo in rows]
    return guess + at_rating(shifts, round(guess))


@cache
def tables(path: Path = SHIPPED) -> dict[EloScale, dict[bool, RatingModel]]:
    """The shipped tables of each scale: with (True) and without (False) the opponent's moves."""
    found = json.loads(path.read_text(encoding="utf-8"))
    return {
        EloScale(name): {bool(int(key)): _table(EloScale(name), row) for key, row in rows.items()}
        for name, rows in found.items()
    }


def ratings_of(guesses: Iterable[RatingEstimate]) -> dict[EloScale, Rating[int]]:
    """The estimate on each scale of which there are games, that of the most games first."""
    found: dict[EloScale, list[RatingEstimate]] = defaultdict(list)
    for guess in guesses:
        found[guess.scale].append(guess)
    most_first = sorted(found.items(), key=lambda item: -len(item[1]))
    ratings = {scale: tables()[scale][True].rating(own) for scale, own in most_first}
    return {scale: rating for scale, rating in ratings.items() if rating is not None}


def rating_words(ratings: Mapping[EloScale, Rating[int]], unscaled: bool) -> Text:
    """`Lichess 1520 (1330 to 1710)`, for each scale; the reason if there is no rating. `unscaled`: there are games of an unknown
    scale."""
    if ratings:
        each = [
            Text("%1 %2 (%3 to %4)", SCALE_NAMES[scale], *map(str, rating[:3])) for scale, rating in ratings.items()
        ]
        return joined(*each, by=", ")
    return UNKNOWN_SCALE if unscaled else Text("too few moves for a rating")


def _table(scale: EloScale, row: dict[str, Any]) -> RatingModel:
    errors = tuple((elo, low, high) for elo, low, high in row["errors"])
    lists = {"usual": tuple(row["usual"]), "weights": tuple(row["weights"]), "errors": errors}
    return RatingModel(**{**row, **lists, "scale": scale})
