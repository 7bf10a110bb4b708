"""What results say about strength: Elo with its error, likelihood of superiority, and the sequential test (SPRT)."""

import math
from collections.abc import Sequence

from engine.values import dataclass

Z_95 = 1.959964  # 95 % of a normal distribution lies within so many standard deviations
PAIRED_SHARE = 0.9  # of the games: then those whose pair is still under way are left out
SCORE_FLOOR = 1e-6  # keeps an Elo of 0 % and 100 % finite inside; it is reported as unbounded


@dataclass(frozen=True)
class Tally:
    """Results from one engine's side. `pairs` are the scores (0, 0.25 ... 1) of complete pairs of games with the same
    opening and colours reversed."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    pairs: tuple[float, ...] = ()

    @property
    def games(self) -> int:
        """All games."""
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float:
        """Points a game, 0 to 1; one half for no games."""
        return (self.wins + self.draws / 2) / self.games if self.games else 0.5


@dataclass(frozen=True)
class Estimate:
    """Elo difference with its 95 % interval; None is for unbounded. `superiority`: probability of being stronger."""

    elo: float | None
    low: float | None
    high: float | None
    superiority: float


def elo_of(score: float) -> float | None:
    """The Elo difference of an expected score; None at 0 and 1."""
    if not SCORE_FLOOR < score < 1 - SCORE_FLOOR:
        return None
    return -400 * math.log10(1 / score - 1)


def expected_score(elo: float) -> float:
    """The expected score of an Elo difference."""
    return 1 / (1 + 10 ** (-elo / 400))


def estimate(tally: Tally) -> Estimate:
    """The point estimate and its error; by pairs where the games are paired, which is the sharper measure."""
    if not tally.games:
        return Estimate(None, None, None, 0.5)
    samples = _samples(tally)
    mean, variance = _moments(samples)
    decided = tally.wins + tally.losses
    superiority = 0.5 * (1 + math.erf((tally.wins - tally.losses) / math.sqrt(2 * decided))) if decided else 0.5
    if variance > 0 and len(samples) > 1:
        half = Z_95 * math.sqrt(variance / (len(samples) - 1))
        low, high = mean - half, mean + half
    else:
        low, high = _wilson(mean, len(samples))
    return Estimate(elo_of(mean), elo_of(max(low, 0.0)), elo_of(min(high, 1.0)), superiority)


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

    def ratio(self, tally: Tally) -> float:
        """The log-likelihood ratio so far (normal approximation over pairs, else games)."""
        samples = _samples(tally)
        if len(samples) < 2:
            return 0.0
        mean, variance = _moments(samples)
        if variance <= 0:  # all results alike: one more of each extreme gives the spread that is not seen yet
            mean, variance = _moments([*samples, 0.0, 1.0])
        score0, score1 = expected_score(self.elo0), expected_score(self.elo1)
        return len(samples) * (score1 - score0) * (2 * mean - score0 - score1) / (2 * variance)

    def verdict(self, tally: Tally) -> str:
        """`accepted`, `rejected`, or empty while undecided."""
        low, high = self.bounds
        ratio = self.ratio(tally)
        return "accepted" if ratio >= high else "rejected" if ratio <= low else ""


def _samples(tally: Tally) -> Sequence[float]:
    """Pairs, else games. With several games at a time some pair is nearly always under way: to fall back to games then would
    make the sequential test jump to and fro between two measures."""
    if tally.pairs and 2 * len(tally.pairs) >= PAIRED_SHARE * tally.games:
        return tally.pairs
    return [1.0] * tally.wins + [0.5] * tally.draws + [0.0] * tally.losses


def _moments(samples: Sequence[float]) -> tuple[float, float]:
    mean = sum(samples) / len(samples)
    return mean, sum((value - mean) ** 2 for value in samples) / len(samples)


def _wilson(share: float, count: int) -> tuple[float, float]:
    """Wilson's interval: honest where every sample is the same, as after ten wins in ten games."""
    z2 = Z_95**2
    middle = (share + z2 / (2 * count)) / (1 + z2 / count)
    half = Z_95 / (1 + z2 / count) * math.sqrt(share * (1 - share) / count + z2 / (4 * count**2))
    return max(0.0, middle - half), min(1.0, middle + half)
