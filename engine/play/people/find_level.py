"""Find my level: ten quick games that estimate a player's rating, for an opponent at even chances.

    search = LevelSearch()
    while not search.done:
        search = search.after(search.next_elo, points, evidence)     # points of the player: 1, 0.5 or 0
    search.estimate                                                  # Estimate(elo=1432, low=1330, high=1535)

Bayesian: a probability for each rating of GRID, multiplied by the likelihood of each result and of the player's moves
(`people.move_evidence`). Ten results alone leave an error of 110 Elo; the moves of ten games take away a tenth of it.
"""

import math
from collections.abc import Iterable
from functools import cached_property, lru_cache
from typing import Annotated, NamedTuple

from engine.ground.codec import Within
from engine.ground.rating import Rating
from engine.ground.values import dataclass
from engine.play.people.rating_rows import at_rating

GAMES = 10
LOWEST, HIGHEST, STEP = 400, 2800, 20  # the Elo range considered
EASIEST, HARDEST = 600, 2800  # the levels available
PRIOR_MEAN, PRIOR_SPREAD = 1400, 350  # of lichess players: half of them are between about 1150 and 1650
DRAW_SHARE = 0.10  # of games between equals; 4 to 10 % in amateur games
POINTS = (0.0, 0.5, 1.0)
_Elo = Annotated[int, Within(0, 4_000)]
_Log = Annotated[float, Within(-1e6, 0)]


class RatingLikelihood(NamedTuple):
    """The log likelihood of one game's moves at a rating."""

    elo: _Elo
    log: _Log


TRUST = 0.1
"""The weight of the moves relative to the results, for the moves of one player are correlated: what those of ten games say
scatters by 304 Elo (docs/levels.md), instead of the 96 of independent moves."""
ABOVE = 120  # Elo that a player is above what the moves say

Evidence = tuple[RatingLikelihood, ...]
"""Log likelihoods at some ratings, lowest first, with linear interpolation. Empty: unknown."""


class LevelGame(NamedTuple):
    """A finished game: the opponent's rating, the player's points, and the evidence of the moves."""

    opponent: _Elo
    points: Annotated[float, Within(0, 1)]
    evidence: Evidence = ()


@dataclass(frozen=True)
class LevelSearch:
    """The games so far. Immutable: `after` returns a new one."""

    played: tuple[LevelGame, ...] = ()

    def after(self, opponent: int, points: float, evidence: Evidence = ()) -> "LevelSearch":
        """The search with one more game. :raises ValueError: impossible points."""
        if points not in POINTS:
            raise ValueError(f"a game gives 0, 0.5 or 1 point, not {points}")
        return LevelSearch((*self.played, LevelGame(opponent, points, evidence)))

    @property
    def done(self) -> bool:
        """True after GAMES games; further games only improve the estimate."""
        return len(self.played) >= GAMES

    @property
    def estimate(self) -> Rating[int]:
        """The middle of what is believed, and the interval in which it lies with 90 %."""
        return Rating(self._quantile(0.5), self._quantile(0.05), self._quantile(0.95), len(self.played))

    @property
    def next_elo(self) -> int:
        """The level at which the player is expected to score half."""
        return min(max(self.estimate.elo, EASIEST), HARDEST)

    def nearest(self, ratings: Iterable[int]) -> int:
        """The rating nearest to even chances. :raises ValueError: `ratings` is empty."""
        return min(ratings, key=lambda elo: abs(elo - self.next_elo))

    @cached_property
    def _shares(self) -> tuple[float, ...]:
        logs = [-(((elo - PRIOR_MEAN) / PRIOR_SPREAD) ** 2) / 2 for elo in GRID]
        for game in self.played:
            logs = [sum(said) for said in zip(logs, _result_said(game.opponent, game.points), strict=True)]
            if game.evidence:
                logs = [
                    log + TRUST * at_rating(game.evidence, elo - ABOVE) for log, elo in zip(logs, GRID, strict=True)
                ]
        best = max(logs)
        shares = [math.exp(log - best) for log in logs]
        total = sum(shares)
        return tuple(share / total for share in shares)

    def _quantile(self, part: float) -> int:
        below = 0.0
        for elo, share in zip(GRID, self._shares, strict=True):
            below += share
            if below >= part:
                return elo
        return HIGHEST


GRID = tuple(range(LOWEST, HIGHEST + 1, STEP))


def likelihood(advantage: int, points: float) -> float:
    """The probability of a result for a player who is `advantage` Elo stronger (Davidson's model of draws)."""
    won = 10 ** (advantage / 400)
    drawn = 2 * DRAW_SHARE / (1 - DRAW_SHARE) * math.sqrt(won)
    weights = {1.0: won, 0.5: drawn, 0.0: 1.0}
    return weights[points] / (won + 1 + drawn)


@lru_cache(maxsize=1024)
def _result_said(opponent: int, points: float) -> tuple[float, ...]:
    """The log likelihood of a result at each rating of GRID."""
    return tuple(math.log(likelihood(elo - opponent, points)) for elo in GRID)
