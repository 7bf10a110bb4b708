"""Strength by results: Elo with its interval, likelihood of superiority, and the sequential test (SPRT).

All four come from one model, the exact likelihood of the counts. A game scores 0, 1/2 or 1 (three counts); a pair of games
from the same opening with colours reversed scores 0, 1/4 ... 1 (five counts). The likelihood of an expected score is that of
the distribution with that mean which fits the counts best: M. Van den Bergh, "Comments on Normalized Elo", proposition 1.1
(https://www.cantate.be/Fishtest/normalized_elo_practical.pdf). fishtest and fastchess test by it too. A normal approximation
with the variance of the sample proves far too much from a few pairs: that variance is too small at first.
"""

import math
from collections.abc import Sequence

from engine.ground.rating import Rating, expected_score
from engine.ground.values import dataclass

Z_95 = 1.959964  # standard deviations that contain 95 % of a normal distribution
PAIRED_SHARE = 0.9  # of the games: then an estimate leaves out those whose pair is not complete
FEWEST_PAIRS = 10  # for an estimate by them: four games won would say less as two pairs than three of them as games
SCORE_FLOOR = 1e-6  # keeps the Elo of 0 % and 100 % finite inside; it is reported as unbounded
_UNSEEN = 1e-3  # stands for a count of zero, as in fishtest: without it a result not seen yet would be impossible
_MOST_STEPS = 100  # of a root search; Newton's method needs less than ten
_PRECISION = 1e-10


@dataclass(frozen=True)
class ResultCounts:
    """Results from one engine's side. `pairs` are the scores (0, 0.25 ... 1) of complete pairs of games with the same
    opening and colours reversed."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    pairs: tuple[float, ...] = ()

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float:
        """Points a game, 0 to 1; one half for no games."""
        return (self.wins + self.draws / 2) / self.games if self.games else 0.5


def elo_of(score: float) -> float | None:
    """The Elo difference of an expected score; None at 0 and 1."""
    if not SCORE_FLOOR < score < 1 - SCORE_FLOOR:
        return None
    return -400 * math.log10(1 / score - 1)


def estimate(tally: ResultCounts) -> Rating[float | None]:
    """The Elo difference with its 95 % interval, None: unbounded."""
    if not tally.games:
        return Rating(None, None, None, 0)
    counts = _counts(tally)
    likelihood = _Likelihood(counts)
    return Rating(elo_of(_mean(counts)), elo_of(likelihood.end(0.0)), elo_of(likelihood.end(1.0)), tally.games)


def superiority(tally: ResultCounts) -> float:
    """The probability of being stronger."""
    if not tally.games:
        return 0.5
    counts = _counts(tally)
    root = math.sqrt(
        max(0.0, -2 * _Likelihood(counts).at(0.5))
    )  # the signed root of twice the log ratio is standard normal
    return 0.5 * (1 + math.erf(math.copysign(root, _mean(counts) - 0.5) / math.sqrt(2)))


@dataclass(frozen=True)
class Sprt:
    """A sequential probability ratio test: is the engine `elo1` stronger (accept) or only `elo0` (reject)?"""

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratios at which the test ends."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def ratio(self, tally: ResultCounts) -> float:
        """The log-likelihood ratio so far, by pairs; by games as long as no pair is complete. A game whose pair is not
        complete waits for it: to change the measure on the way would test twice."""
        counts = _pair_counts(tally) if tally.pairs else _game_counts(tally)
        if not sum(counts):
            return 0.0
        likelihood = _Likelihood(counts)
        return likelihood.at(expected_score(self.elo1)) - likelihood.at(expected_score(self.elo0))

    def verdict(self, tally: ResultCounts) -> str:
        """`accepted`, `rejected`, or empty while undecided."""
        low, high = self.bounds
        ratio = self.ratio(tally)
        return "accepted" if ratio >= high else "rejected" if ratio <= low else ""


class _Likelihood:
    """The log-likelihood of an expected score, relative to the best one (so it is 0 there, and negative elsewhere)."""

    def __init__(self, counts: Sequence[int]) -> None:
        """`counts` of equally spaced scores from 0 to 1."""
        self._rows = [(score, count or _UNSEEN) for score, count in _scored(counts)]
        self._total = sum(count for _, count in self._rows)
        self._mean = sum(score * count for score, count in self._rows) / self._total

    def at(self, mean: float) -> float:
        return self._at(_inside(mean))[0]

    def end(self, side: float) -> float:
        """The end of the 95 % interval towards `side`, 0 or 1: there twice the log ratio is the square of Z_95. `side` itself if
        even the most extreme score fits."""
        inner, outer = self._mean, _inside(side)
        if self.at(side) > -(Z_95**2) / 2:
            return side
        mean = (inner + outer) / 2
        for _ in range(_MOST_STEPS):  # Newton's method, with bisection where it leaves the bracket
            value, slope = self._at(mean)
            excess = value + Z_95**2 / 2
            inner, outer = (mean, outer) if excess > 0 else (inner, mean)
            better = mean - excess / slope if slope else inner
            if not min(inner, outer) <= better <= max(inner, outer):
                better = (inner + outer) / 2
            if abs(better - mean) < _PRECISION:
                break
            mean = better
        return mean

    def _at(self, mean: float) -> tuple[float, float]:
        """The value at an expected score, and its slope.

        The best distribution with that mean has the probabilities `count / total / (1 + x * (score - mean))`; x is the root of
        the derivative below, which falls between the two bounds."""
        low, high = -1 / (1 - mean), 1 / mean
        x = 0.0
        for _ in range(_MOST_STEPS):  # Newton's method, with bisection where it leaves the bracket
            value = slope = 0.0
            for score, count in self._rows:
                part = (score - mean) / (1 + x * (score - mean))
                value += count * part
                slope -= count * part * part
            low, high = (x, high) if value > 0 else (low, x)
            better = x - value / slope
            if not low < better < high and better != x:
                better = (low + high) / 2
            near = abs(better - x) <= _PRECISION * (1 + abs(x))
            x = better
            if near:
                break
        return -sum(count * math.log1p(x * (score - mean)) for score, count in self._rows), x * self._total


def _counts(tally: ResultCounts) -> list[int]:
    """By pairs if nine of ten games are paired, and if these are enough and not all alike: then it is the sharper measure."""
    enough = len(tally.pairs) >= FEWEST_PAIRS and len(set(tally.pairs)) > 1
    paired = enough and 2 * len(tally.pairs) >= PAIRED_SHARE * tally.games
    return _pair_counts(tally) if paired else _game_counts(tally)


def _mean(counts: Sequence[int]) -> float:
    return sum(score * count for score, count in _scored(counts)) / sum(counts)


def _pair_counts(tally: ResultCounts) -> list[int]:
    """The numbers of pairs that scored 0, 1/2, 1, 3/2 and 2 points."""
    counts = [0] * 5
    for score in tally.pairs:
        counts[round(4 * score)] += 1
    return counts


def _game_counts(tally: ResultCounts) -> list[int]:
    return [tally.losses, tally.draws, tally.wins]


def _scored(counts: Sequence[int]) -> list[tuple[float, int]]:
    """Each count with its score: equally spaced from 0 to 1."""
    return [(index / (len(counts) - 1), count) for index, count in enumerate(counts)]


def _inside(score: float) -> float:
    return min(max(score, SCORE_FLOOR), 1 - SCORE_FLOOR)
