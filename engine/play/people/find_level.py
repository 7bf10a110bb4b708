"""Find my level: ten quick games that close in on a player's strength, and then an opponent at even chances.

    search = LevelSearch()
    while not search.done:
        search = search.after(search.next_elo, points, evidence)     # points of the player: 1, 0.5 or 0
    search.estimate                                                  # Rating(elo=1432, low=1330, high=1535, games=10)

What is known of the rating is a share for each of GRID. A game multiplies it by how likely its result was at each rating, and
by how likely the player's moves were (`people.move_evidence`), where somebody has asked the predictor. How freely a player
chooses is not known: all moves count as those of people or as those of a level, whichever explains them better. Ten results alone
leave an error of 110 Elo, whatever the method: a game between equals says no more. Ten games of moves say about as much again.
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
LOWEST, HIGHEST, STEP = 400, 2800, 20  # Elo that are thought possible
EASIEST, HARDEST = 600, 2800  # levels that can be played
PRIOR_MEAN, PRIOR_SPREAD = 1400, 350  # of people who play on lichess: half of them lie between some 1150 and 1650
DRAW_SHARE = 0.10  # of games between equals; 4 to 10 % of those of amateurs
POINTS = (0.0, 0.5, 1.0)
_Elo = Annotated[int, Within(0, 4_000)]
_Log = Annotated[float, Within(-1e6, 0)]


class Said(NamedTuple):
    """The logarithm of how likely the moves of one game are at a rating: for people as they are, and for a level, which draws
    its moves more or less freely than people do (`engine.play.people.moves.HEATS`)."""

    elo: _Elo
    people: _Log
    levels: _Log


class Trust(NamedTuple):
    """How much the moves count beside the results (those of one player are alike, so they say less than as many single ones), and
    how many Elo the player is above what the moves look like."""

    weight: float
    above: int


TRUST = (Trust(0.15, 100), Trust(0.6, 0))
"""Where the moves are a person's, and where they are a level's. What the moves of ten games say of a person scatters by 255 Elo
and is 85 too low, of a level by 88. WHICH_KIND: how much the moves count for which of both it is. These numbers are
among those that err least for 64 people on lichess and 28 levels; many others differ by less than chance (docs/levels.md)."""
WHICH_KIND = 0.3

Evidence = tuple[Said, ...]
"""Of some ratings, lowest first; straight between them. Empty: unknown."""


class Game(NamedTuple):
    """A game that was played: the opponent's rating, the player's points, and what the moves say."""

    opponent: _Elo
    points: Annotated[float, Within(0, 1)]
    evidence: Evidence = ()


@dataclass(frozen=True)
class LevelSearch:
    """The search so far. Replaced, never changed."""

    played: tuple[Game, ...] = ()

    def after(self, opponent: int, points: float, evidence: Evidence = ()) -> "LevelSearch":
        """With one more game. :raises ValueError: points that no game gives."""
        if points not in POINTS:
            raise ValueError(f"a game gives 0, 0.5 or 1 point, not {points}")
        return LevelSearch((*self.played, Game(opponent, points, evidence)))

    @property
    def done(self) -> bool:
        """Whether the games that it takes were played; more only make the estimate better."""
        return len(self.played) >= GAMES

    @property
    def estimate(self) -> Rating[int]:
        """The middle of what is believed, and the interval in which it lies with 90 %."""
        return Rating(self._quantile(0.5), self._quantile(0.05), self._quantile(0.95), len(self.played))

    @property
    def next_elo(self) -> int:
        """The level that the player is expected to score half against."""
        return min(max(self.estimate.elo, EASIEST), HARDEST)

    def nearest(self, ratings: Iterable[int]) -> int:
        """The one of some ratings that is nearest to even chances. :raises ValueError: there is none."""
        return min(ratings, key=lambda elo: abs(elo - self.next_elo))

    @cached_property
    def _shares(self) -> tuple[float, ...]:
        logs = [-(((elo - PRIOR_MEAN) / PRIOR_SPREAD) ** 2) / 2 for elo in GRID]
        for game in self.played:
            logs = [sum(said) for said in zip(logs, _result_said(game.opponent, game.points), strict=True)]
        people, levels = ([sum(said) for said in zip(logs, self._moves_said(kind), strict=True)] for kind in (0, 1))
        best = max(*people, *levels)
        shares = [math.exp(one - best) + math.exp(other - best) for one, other in zip(people, levels, strict=True)]
        total = sum(shares)
        return tuple(share / total for share in shares)

    def _moves_said(self, kind: int) -> list[float]:
        """The logarithm of how likely the moves of all games are at each rating of GRID, as far as it counts. `kind`: as in
        TRUST."""
        weight, above = TRUST[kind]
        sums = [0.0] * len(GRID)
        for game in self.played:
            if rows := [(said.elo, said[1 + kind]) for said in game.evidence]:
                sums = [total + at_rating(rows, elo - above) for total, elo in zip(sums, GRID, strict=True)]
        peak = max(sums)
        return [WHICH_KIND * peak + weight * (total - peak) for total in sums]

    def _quantile(self, part: float) -> int:
        below = 0.0
        for elo, share in zip(GRID, self._shares, strict=True):
            below += share
            if below >= part:
                return elo
        return HIGHEST


GRID = tuple(range(LOWEST, HIGHEST + 1, STEP))


def likelihood(advantage: int, points: float) -> float:
    """How likely a result is for a player who is so many Elo stronger (Davidson's model of draws)."""
    won = 10 ** (advantage / 400)
    drawn = 2 * DRAW_SHARE / (1 - DRAW_SHARE) * math.sqrt(won)
    weights = {1.0: won, 0.5: drawn, 0.0: 1.0}
    return weights[points] / (won + 1 + drawn)


@lru_cache(maxsize=1024)
def _result_said(opponent: int, points: float) -> tuple[float, ...]:
    """The logarithm of how likely a result is at each rating of GRID."""
    return tuple(math.log(likelihood(elo - opponent, points)) for elo in GRID)
