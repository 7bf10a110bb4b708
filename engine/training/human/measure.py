"""Measures the predictor's accuracy and calibration by rating bands, on games of players that it was not trained on.

The file of scores (one search a position) also gives the losses of the moves played and of moves drawn from the predictor.
"""

import math
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np

from engine.human.calibration import temperature_at
from engine.human.predictor_file import load
from engine.human.search_correction import corrected
from engine.training.human.scores import read_scores
from engine.training.human.second_look_fit import positions_with_logits

BAND = 200  # Elo
LEVELS = (800, 2200)  # Elo: the levels that play by the predictor
BINS = 10
BLUNDERS_CP = (150, 300)
CALM_CP = 1000  # losses are counted only in positions that are not decided: best move within this


class BandFigures(NamedTuple):
    """The figures of a rating band.

    `band`, `end`: its range. `top1`, `top3`: share of moves played that are among the first and the first three. `calibration`,
    `every_calibration`: error for the likeliest move and for all legal moves (10 bins). `people`, `sampled`: shares of moves that
    lose 150 and 300 centipawns, of the moves played and of moves drawn from the predictor.
    """

    band: int
    end: int
    positions: int
    top1: float
    top3: float
    perplexity: float
    calibration: float
    every_calibration: float
    people: tuple[float, float]
    sampled: tuple[float, float]


def measure(predictor: Path, games: Path, scores: Path, searched: bool) -> Iterator[BandFigures]:
    """Yields a row for each band with at least 50 positions, and one for LEVELS. `games`, `scores`: of the part "test".

    :raises RatsuError: if a file cannot be read.
    """
    contents = load(predictor)
    table = contents.table
    seen = positions_with_logits(contents.network(), games, scores)
    logits = seen.logits
    if searched and table.second:
        logits = np.array(corrected(seen.logits.tolist(), seen.facts.tolist(), table.second), np.float32)
    heats = table.searched_heats if searched and table.second else table.heats
    losses = _losses(scores)
    ends = np.append(seen.starts, len(logits))
    bands: dict[int, list[tuple[np.ndarray, int, np.ndarray | None]]] = {}
    for at, elo in enumerate(seen.elo):
        chances = logits[ends[at] : ends[at + 1]] / temperature_at(heats, int(elo))
        chances = np.exp(chances - chances.max())
        row = (chances / chances.sum(), int(seen.played[at] - seen.starts[at]), losses[at])
        bands.setdefault(int(elo) // BAND * BAND, []).append(row)
    for band, rows in sorted(bands.items()):
        if len(rows) >= 50:
            yield _row(band, band + BAND, rows)
    together = [row for band, rows in sorted(bands.items()) if LEVELS[0] <= band < LEVELS[1] for row in rows]
    if together:
        yield _row(*LEVELS, together)


def _losses(scores: Path) -> list[np.ndarray | None]:
    """Returns the loss of each move of each position in centipawns, in the network's order; None for decided positions."""
    found: list[np.ndarray | None] = []
    for scored in read_scores(scores):
        deepest = np.array([row[-1] for row in scored.scores.values()])
        best = deepest.max()
        found.append(best - deepest if abs(best) <= CALM_CP else None)
    return found


def _row(band: int, end: int, rows: list[tuple[np.ndarray, int, np.ndarray | None]]) -> BandFigures:
    ranks = [int((chances > chances[played]).sum()) for chances, played, _ in rows]
    loss = sum(-math.log(max(float(chances[played]), 1e-6)) for chances, played, _ in rows) / len(rows)
    calm = [(chances, played, lost) for chances, played, lost in rows if lost is not None]
    people = tuple(sum(lost[played] >= bound for _, played, lost in calm) / max(len(calm), 1) for bound in BLUNDERS_CP)
    sampled = tuple(
        sum(float(chances[lost >= bound].sum()) for chances, _, lost in calm) / max(len(calm), 1)
        for bound in BLUNDERS_CP
    )
    every = [(float(chance), move == played) for chances, played, _ in rows for move, chance in enumerate(chances)]
    return BandFigures(
        band,
        end,
        len(rows),
        sum(rank == 0 for rank in ranks) / len(rows),
        sum(rank < 3 for rank in ranks) / len(rows),
        math.exp(loss),
        calibration_error(
            [(float(chances.max()), rank == 0) for (chances, _, _), rank in zip(rows, ranks, strict=True)]
        ),
        calibration_error(every),
        (people[0], people[1]),
        (sampled[0], sampled[1]),
    )


def calibration_error(said: list[tuple[float, bool]]) -> float:
    """Returns the expected calibration error: mean distance of probability and frequency, over BINS classes."""
    total = 0.0
    for index in range(BINS):
        group = [(chance, true) for chance, true in said if min(int(chance * BINS), BINS - 1) == index]
        total += abs(sum(chance - true for chance, true in group))
    return total / len(said)
