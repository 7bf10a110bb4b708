"""TD(lambda) as KnightCap learned (J. Baxter, A. Tridgell, L. Weaver 1998): the evaluation learns from its games, move by move.

At each move of a game the search's value belongs to the position at the end of its line. In a perfect evaluation these values
would not change during a game; where the next one differs, the weights that made up the earlier one are moved towards it, and
towards all later ones with a factor lambda for each move between. The result is the last value. Values are expected results, a
logistic curve over the score. Only linear weights learn (king danger is squared: `ratsu tune fit` does that).
"""

import math
import random
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path

from engine.evaluation.classical import coefficients, default_weights
from engine.evaluation.terms import linear_count
from engine.ground.values import dataclass
from engine.rules.board import CoreBoard
from engine.search.searcher import Line, Searcher
from engine.training.tuning.selfplay import chooser, opening, play_out
from engine.training.tuning.state import read_state, write_state

KIND = "td"
SLOPE = 1 / 180  # of the logistic curve, as `ratsu tune fit` begins
LARGEST_STEP = 4.0  # centipawns by which a game may move a weight


@dataclass(frozen=True)
class Sample:
    """A position at the end of a line: its value (0-1, for White), and how much each linear weight counts in it."""

    value: float
    uses: tuple[tuple[int, int], ...]  # weight, White's uses less Black's
    phase: int


@dataclass(frozen=True)
class GameTaught:
    """Progress: the game's number and result for White, how far the values jumped on average, and how far weights have moved."""

    number: int
    result: float
    jump: float
    moved: float


def steps(samples: list[Sample], result: float, decay: float, rate: float) -> dict[tuple[int, int], float]:
    """By how much each (weight, half: 0 middlegame, 1 endgame) is to be moved after a game. `decay` is lambda."""
    moved: dict[tuple[int, int], float] = {}
    pull = 0.0
    after = result
    for sample in reversed(samples):
        pull = after - sample.value + decay * pull
        after = sample.value
        slope = SLOPE * sample.value * (1 - sample.value)
        for half, share in ((0, sample.phase / 24), (1, 1 - sample.phase / 24)):
            factor = rate * pull * slope * share
            for weight, uses in sample.uses:
                key = (weight, half)
                moved[key] = moved.get(key, 0.0) + factor * uses
    return {key: min(max(step, -LARGEST_STEP), LARGEST_STEP) for key, step in moved.items()}


class TdRun:
    """Plays and learns; the state file holds the weights and the number of games, so that a run can be gone on with."""

    def __init__(
        self,
        path: Path,
        nodes: int,
        decay: float,
        rate: float,
        seed: int,
        start: Sequence[tuple[int, int]] | None = None,
    ) -> None:
        state = read_state(path, KIND)
        self._path, self._nodes, self._decay, self._rate, self._seed = path, nodes, decay, rate, seed
        self._start = [[float(mg), float(eg)] for mg, eg in start or default_weights()]
        self.values: list[list[float]] = state["values"] if state else [list(pair) for pair in self._start]
        self.games: int = state["games"] if state else 0
        self._searcher = Searcher()
        self._searcher.set_hash(8)
        self._choose = chooser(self._searcher, nodes)

    def weights(self) -> list[tuple[int, int]]:
        """The weights now, in centipawns."""
        return [(round(mg), round(eg)) for mg, eg in self.values]

    def run(self, games: int, progress: Callable[[GameTaught], bool]) -> None:
        """Plays until `games` have been played in all; stops where `progress` says no. Raises RatsuError."""
        while self.games < games:
            taught = self._game()
            write_state(self._path, KIND, {"values": self.values, "games": self.games})
            if not progress(taught):
                return

    def _game(self) -> GameTaught:
        self._searcher.set_weights(self.weights())
        board, _ = opening(random.Random(f"{self._seed} {self.games}"), self._choose)
        samples: list[Sample] = []

        def note(line: Line) -> None:
            samples.append(_sample(board, line))

        result = play_out(board, self._choose, self._choose, note)
        for (weight, half), step in steps(samples, result, self._decay, self._rate).items():
            self.values[weight][half] += step
        self.games += 1
        values = [*(sample.value for sample in samples), result]
        jump = sum(abs(b - a) for a, b in pairwise(values)) / max(1, len(samples))
        moved = [
            abs(now - then)
            for new, old in zip(self.values, self._start, strict=True)
            for now, then in zip(new, old, strict=True)
        ]
        return GameTaught(self.games, result, jump, sum(moved) / len(moved))


def _sample(board: CoreBoard, line: Line) -> Sample:
    leaf = board.copy()
    for move in line.pv:
        leaf.push(move)
    white, black, phase, _ = coefficients(leaf)
    last = linear_count()
    uses = tuple((at, w - b) for at, (w, b) in enumerate(zip(white[:last], black[:last], strict=True)) if w != b)
    score = line.score if board.white_to_move else -line.score
    return Sample(1 / (1 + math.exp(-SLOPE * min(max(score, -3000), 3000))), uses, phase)
