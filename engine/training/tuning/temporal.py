"""Temporal difference learning: TDLeaf(lambda) as in KnightCap (Baxter, Tridgell, Weaver 1998), and A. Samuel's method (1959).

TDLeaf moves the value at the end of each principal variation towards the later ones of the game, with a factor lambda for each
move between; the result is the last value. Samuel's method moves it towards that of a search two plies deeper. Values are
expected results, a logistic curve of the score. Only linear weights learn, so not king danger. Entry point: `TdRun`.
"""

import math
import random
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Generic

from engine.ground.values import dataclass
from engine.rules.board import CoreBoard
from engine.search.searcher import PvLine
from engine.training.tuning.selfplay import play_out, random_opening
from engine.training.tuning.state import read_state, write_state
from engine.training.tuning.subject import Rows, Subject, T, Uses

KIND = "td"
SLOPE = 1 / 180  # of the logistic curve, the first value of `ratsu tune fit`
LARGEST_STEP = 4.0  # most that a game may change a number, in centipawns or percent of a style's weight


@dataclass(frozen=True)
class LeafSample:
    """A position at the end of a line: its value (0-1, for White) and the derivatives of its score."""

    value: float
    uses: Uses


@dataclass(frozen=True)
class TdProgress:
    """Progress after a game: its number, result for White, mean change of the values and mean change of the numbers so far."""

    number: int
    result: float
    jump: float
    moved: float


def temporal_differences(samples: list[LeafSample], result: float, decay: float) -> list[float]:
    """Returns the temporal difference for each value of a game; `decay` is lambda."""
    found: list[float] = []
    pull, after = 0.0, result
    for sample in reversed(samples):
        pull = after - sample.value + decay * pull
        after = sample.value
        found.append(pull)
    return found[::-1]


def steps(samples: list[LeafSample], wanted: list[float], rate: float) -> dict[tuple[int, int], float]:
    """Returns the step of each number (row, column) after a game; `wanted`: changes of the values."""
    moved: dict[tuple[int, int], float] = {}
    for sample, pull in zip(samples, wanted, strict=True):
        factor = rate * pull * SLOPE * sample.value * (1 - sample.value)
        for key, uses in sample.uses:
            moved[key] = moved.get(key, 0.0) + factor * uses
    return {key: min(max(step, -LARGEST_STEP), LARGEST_STEP) for key, step in moved.items()}


class TdRun(Generic[T]):
    """A learning run that can be resumed from its state file."""

    def __init__(
        self, path: Path, nodes: int, decay: float, rate: float, seed: int, subject: Subject[T], samuel: bool = False
    ) -> None:
        """`decay`: lambda. `samuel`: learns from deeper searches instead, without `decay`."""
        state = read_state(path, KIND)
        self._path, self._nodes, self._decay, self._rate, self._seed = path, nodes, decay, rate, seed
        self._subject, self._samuel = subject, samuel
        self._start = subject.rows()
        self.values: Rows = state["values"] if state else subject.rows()
        self.games: int = state["games"] if state else 0
        self._searcher = subject.searcher(8)
        self._iterations: list[PvLine] = []  # of the search before the move that is made next

    def weights(self) -> T:
        """Returns the weights learned so far."""
        return self._subject.learned(self.values)

    def run(self, games: int, progress: Callable[[TdProgress], bool]) -> None:
        """Plays until there are `games` games, or `progress` returns False.

        :raises RatsuError: if the state cannot be written.
        """
        while self.games < games:
            taught = self._game()
            write_state(self._path, KIND, {"values": self.values, "games": self.games})
            if not progress(taught):
                return

    def _choose(self, board: CoreBoard, legal: list[int]) -> PvLine:
        self._iterations = []
        self._searcher.begin()
        return self._searcher.run(board, legal, 100, self._nodes, 0, 1, self._iterations.append, None)[0]

    def _game(self) -> TdProgress:
        self._subject.use(self._searcher, self.weights())
        board, _ = random_opening(random.Random(f"{self._seed} {self.games}"), self._choose)
        samples: list[LeafSample] = []
        wanted: list[float] = []

        def note(line: PvLine) -> None:
            if not self._samuel:
                samples.append(self._sample(board, line))
                return
            shallow = next((one for one in reversed(self._iterations) if one.depth == line.depth - 2), None)
            if shallow is not None:
                samples.append(self._sample(board, shallow))
                wanted.append(_value(board, line) - samples[-1].value)

        result = play_out(board, self._choose, self._choose, note)
        if not self._samuel:
            wanted = temporal_differences(samples, result, self._decay)
        for (row, place), step in steps(samples, wanted, self._rate).items():
            self.values[row][place] += step
        self.games += 1
        values = [*(sample.value for sample in samples), result]
        jump = sum(abs(b - a) for a, b in pairwise(values)) / max(1, len(samples))
        if self._samuel:
            jump = sum(map(abs, wanted)) / max(1, len(wanted))
        moved = [
            abs(now - then)
            for new, old in zip(self.values, self._start, strict=True)
            for now, then in zip(new, old, strict=True)
        ]
        return TdProgress(self.games, result, jump, sum(moved) / len(moved))

    def _sample(self, board: CoreBoard, line: PvLine) -> LeafSample:
        leaf = board.copy()
        for move in line.pv:
            leaf.push(move)
        return LeafSample(_value(board, line), self._subject.uses(leaf))


def _value(board: CoreBoard, line: PvLine) -> float:
    score = line.score if board.white_to_move else -line.score
    return 1 / (1 + math.exp(-SLOPE * min(max(score, -3000), 3000)))
