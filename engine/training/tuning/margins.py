"""Tunes the margins of the search by SPSA (simultaneous perturbation stochastic approximation, J. Spall 1992).

All margins are moved up or down at random, two versions with opposite moves play a pair of games, and every margin moves a little
towards the winner's. A single step is mostly noise; its mean is the gradient. Entry point: `MarginsRun`.
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import field
from pathlib import Path

from engine.evaluation.nnue import Network
from engine.ground.errors import RatsuError
from engine.ground.values import dataclass
from engine.play.worker_pool import WorkerPool
from engine.search.margins import MARGIN_TABLE
from engine.search.searcher import Searcher
from engine.training.tuning.selfplay import SelfPlayer, alpha_beta_player, play_pair
from engine.training.tuning.state import read_state, write_state

KIND = "margins"
DECIDED = 1_000  # centipawns: a game ends once both see such a lead
SLOWER = 200  # Spall's stability constant A, in pairs ...
DECAY = 0.602  # ... and his exponent alpha of the falling step


@dataclass
class MarginsProgress:
    """The number of pairs played and the margins so far, in the order of `MARGIN_TABLE`."""

    pairs: int = 0
    values: list[float] = field(default_factory=lambda: [float(margin.network) for margin in MARGIN_TABLE])

    def rounded(self) -> list[int]:
        """Returns the margins as integers, for the search."""
        return [round(value) for value in self.values]


def perturbed(values: Sequence[float], directions: Sequence[int]) -> list[int]:
    """Returns each margin moved by its step in its direction (1 or -1), inside its range."""
    return [
        min(max(round(value + direction * margin.step), margin.low), margin.high)
        for value, direction, margin in zip(values, directions, MARGIN_TABLE, strict=True)
    ]


def moved(values: Sequence[float], directions: Sequence[int], lead: float, rate: float) -> list[float]:
    """Returns the margins after a pair that the version moved by `directions` won by `lead` points.

    Each moves by `rate` of its step for a point.
    """
    return [
        min(max(value + rate * lead * direction * margin.step, margin.low), margin.high)
        for value, direction, margin in zip(values, directions, MARGIN_TABLE, strict=True)
    ]


class MarginsRun:
    """A tuning run that can be resumed from its state file; `threads` pairs are played at a time, from the same margins."""

    def __init__(
        self, path: Path, network: Network | None, nodes: int, rate: float, seed: int, threads: int = 1
    ) -> None:
        plan = {"nodes": nodes, "rate": rate, "seed": seed, "margins": [margin.name for margin in MARGIN_TABLE]}
        state = read_state(path, KIND)
        if state is not None and state["plan"] != plan:
            raise RatsuError("%1 is the state of a run with other settings or margins: name another file", path)
        self._path, self._plan, self._rate, self._seed, self._threads = path, plan, rate, seed, threads
        self.progress = MarginsProgress(state["pairs"], state["values"]) if state else MarginsProgress()
        self._tables = [(alpha_beta_player(nodes), alpha_beta_player(nodes)) for _ in range(threads)]
        for table in self._tables:
            for side in table:
                side.searcher.set_network(network)

    def run(self, games: int, progress: Callable[[MarginsProgress], bool]) -> None:
        """Plays until there are `games` games, or `progress` returns False.

        :raises RatsuError: if the state cannot be written.
        """
        tables = iter(self._tables)
        with WorkerPool(lambda: _SearchPair(self._play, next(tables)), self._threads, "tuning") as pool:
            while 2 * self.progress.pairs < games:
                now = self.progress
                pairs = range(now.pairs, now.pairs + min(self._threads, games // 2 + games % 2 - now.pairs))
                played = _all_of(pool, pairs)
                values = now.values
                for number, (directions, lead) in sorted(played.items()):
                    values = moved(values, directions, lead, self._rate * (SLOWER / (SLOWER + number)) ** DECAY)
                self.progress = MarginsProgress(pairs.stop, values)
                write_state(self._path, KIND, {"plan": self._plan, "pairs": pairs.stop, "values": values})
                if not progress(self.progress):
                    return

    def _play(self, number: int, table: tuple[SelfPlayer[Searcher], SelfPlayer[Searcher]]) -> tuple[list[int], float]:
        """Plays a pair of games; returns the directions and the lead in points of the version moved by them."""
        source = random.Random(f"margins {self._seed} {number}")
        directions = [source.choice((-1, 1)) for _ in MARGIN_TABLE]
        values = self.progress.values
        for side, sign in zip(table, (1, -1), strict=True):
            side.searcher.set_margins(perturbed(values, [sign * direction for direction in directions]))
        return directions, 2 * sum(play_pair(source, *table, DECIDED)) - 2


@dataclass
class _SearchPair:
    """Two searches of one thread, which play pair after pair."""

    play: Callable[[int, tuple[SelfPlayer[Searcher], SelfPlayer[Searcher]]], tuple[list[int], float]]
    sides: tuple[SelfPlayer[Searcher], SelfPlayer[Searcher]]

    def work(self, number: int) -> tuple[list[int], float]:
        return self.play(number, self.sides)

    def close(self) -> None:
        """Does nothing: searches need no end."""


def _all_of(pool: WorkerPool[int, tuple[list[int], float]], pairs: range) -> dict[int, tuple[list[int], float]]:
    """Returns the results of the pairs by number; raises the first error."""
    for number in pairs:
        pool.give(number)
    played = {}
    while pool.busy:
        done = pool.wait()
        assert done is not None, "waits without an end"
        if done.error is not None:
            raise done.error
        assert done.result is not None
        played[done.item] = done.result
    return played
