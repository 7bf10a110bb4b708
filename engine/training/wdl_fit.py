"""Fits the win, draw and loss model (`engine.evaluation.wdl`) to games with evaluations, by maximum likelihood."""

import math
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import chess.pgn

from engine.ground.errors import RatsuError
from engine.ground.values import dataclass

FIRST_PLY = 16  # opening scores are the same in many games and say little
LARGEST_CP = 1_500
_STEPS = 60


@dataclass(frozen=True)
class WdlFit:
    """The fitted curve in centipawns, the number of scores, and the remaining mean log loss in bits."""

    half_win: float
    spread: float
    scores: int
    loss: float


class WdlError(RatsuError):
    """Games have no scores or results, or cannot be read."""


def scored_positions(path: Path, progress: Callable[[int], bool]) -> Iterator[tuple[int, int]]:
    """Yields (score, result) of every move with an `%eval` in a PGN file: centipawns for White; 1, 0 or -1 for White.

    `progress(games)` is called after each game; False stops.

    :raises WdlError: if the file cannot be read.
    """
    outcomes = {"1-0": 1, "1/2-1/2": 0, "0-1": -1}
    games = 0
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            while (game := chess.pgn.read_game(file)) is not None:
                result = outcomes.get(game.headers.get("Result", "*"))
                for node in game.mainline() if result is not None else ():
                    score = node.eval()
                    value = None if score is None else score.white().score()
                    if value is not None and node.ply() > FIRST_PLY and abs(value) <= LARGEST_CP:
                        yield value, result if result is not None else 0
                games += 1
                if not progress(games):
                    return
    except OSError as error:
        raise WdlError("the games in %1 cannot be read: %2", path, error) from error


def fit_wdl(samples: Sequence[tuple[int, int]]) -> WdlFit:
    """Returns the curve with the highest likelihood, by coordinate search with a shrinking step.

    :raises WdlError: if there are too few samples, or only one kind of result.
    """
    if len(samples) < 1_000 or len({result for _, result in samples}) < 2:
        raise WdlError("%1 scores are too few: play games until there are 1,000 with different results", len(samples))
    counts: dict[tuple[int, int], int] = {}
    for score, result in samples:
        key = (round(score / 4) * 4, result)
        counts[key] = counts.get(key, 0) + 1
    rows = [(float(score), result, count) for (score, result), count in counts.items()]
    best, step = (130.0, 70.0), 32.0
    loss = _loss(rows, *best)
    for _ in range(_STEPS):
        half, spread = best
        tries = [(half + step, spread), (half - step, spread), (half, spread + step), (half, max(5.0, spread - step))]
        losses = [(_loss(rows, *one), one) for one in tries]
        smallest = min(losses)
        if smallest[0] < loss:
            loss, best = smallest
        else:
            step /= 2
    return WdlFit(best[0], best[1], len(samples), loss / len(samples) / math.log(2))


def _loss(rows: Sequence[tuple[float, int, int]], half_win: float, spread: float) -> float:
    """Returns the negative log likelihood of all samples, in nats."""
    total = 0.0
    for score, result, count in rows:
        win = 1 / (1 + math.exp(min(max((half_win - score) / spread, -60), 60)))
        loss = 1 / (1 + math.exp(min(max((half_win + score) / spread, -60), 60)))
        chance = win if result > 0 else loss if result < 0 else 1 - win - loss
        total -= count * math.log(max(chance, 1e-9))
    return total
