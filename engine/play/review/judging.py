"""The arithmetic of a review: from scores to losses, signs and accuracy.

A score becomes an expected share of the point by a curve for people's games, flatter than that of the engine's own games
(`engine.evaluation.wdl`). The two accuracy formulas are those that lichess publishes (lichess.org/page/accuracy): a move's
accuracy falls off exponentially with the loss; a game's is the mean of a mean weighted by how unsettled the game was and a
harmonic one, which does not forgive blunders.
"""

import math
from collections.abc import Sequence

from engine.game.info import PovScore
from engine.play.review.values import MoveJudgement

THRESHOLDS = ((20.0, MoveJudgement.BLUNDER), (10.0, MoveJudgement.MISTAKE), (5.0, MoveJudgement.INACCURACY))
# A curve of wins at each side of the draw. It was that of Ratsu's games with an earlier network, and stays on purpose: the signs,
# the exercises and the rating from moves were measured with it, and people do not win at +1.3, as the engine now does.
HALF_WIN_CP = 187.0  # a score that wins every second game
SPREAD_CP = 85.0  # a score so much higher wins 73 %
MOST_LOSS_CP = 1_000  # one blunder does not outweigh a whole game of centipawns


def white_share(score: PovScore) -> float:
    """White's expected share of the point, 0 to 1. A mate or a win by the tables is a whole point."""
    return expected_share(score.worth(white=True))


def expected_share(centipawns: int) -> float:
    """The share of the point, 0 to 1, that a person may expect with this score, from their point of view."""
    win, loss = (_chance((HALF_WIN_CP - score) / SPREAD_CP) for score in (centipawns, -centipawns))
    return (1 + win - loss) / 2


def _chance(distance: float) -> float:
    return 1 / (1 + math.exp(min(max(distance, -60), 60)))


def loss_points(before: float, after: float, white: bool) -> float:
    """A move's loss, 0 to 100 points, from White's shares before and after it."""
    lost = before - after if white else after - before
    return max(0.0, 100 * lost)


def loss_centipawns(before: PovScore, after: PovScore, white: bool) -> int:
    """A move's loss in centipawns, 0 to MOST_LOSS_CP."""
    had, left = (max(-MOST_LOSS_CP, min(MOST_LOSS_CP, score.worth(white))) for score in (before, after))
    return min(MOST_LOSS_CP, max(0, had - left))


def judgement_of(loss: float) -> MoveJudgement | None:
    """The sign of a loss in points: `?!` above 5, `?` above 10, `??` above 20."""
    return next((judgement for least, judgement in THRESHOLDS if loss > least), None)


def move_accuracy(loss: float) -> float:
    """A move's accuracy, 0 to 100, from its loss in points."""
    raw = 103.1668100711649 * math.exp(-0.04354415386753951 * loss) - 3.166924740191411
    return max(0.0, min(100.0, raw))


def game_accuracy(accuracies: Sequence[float], weights: Sequence[float]) -> float | None:
    """A player's accuracy from that of the moves and how unsettled the game was at each; None without moves."""
    if not accuracies:
        return None
    from statistics import harmonic_mean  # here, not above: the window starts without it

    weighted = sum(value * weight for value, weight in zip(accuracies, weights, strict=True)) / sum(weights)
    return (weighted + harmonic_mean([max(1.0, value) for value in accuracies])) / 2


def unsettledness(shares: Sequence[float]) -> list[float]:
    """A weight for every move: the spread of White's shares (0 to 1) in a window around it, between 0.5 and 12 points.

    `shares` are those of all positions, the start first. The window is a tenth of the game, 2 to 8 positions.
    """
    from statistics import pstdev

    moves = len(shares) - 1
    size = min(8, max(2, moves // 10))
    weights = []
    for move in range(moves):
        start = max(0, min(move + 1 - size // 2, len(shares) - size))
        window = [100 * share for share in shares[start : start + size]]
        weights.append(max(0.5, min(12.0, pstdev(window))))
    return weights
