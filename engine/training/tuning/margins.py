"""Margins of the search by simultaneous perturbation (SPSA, J. Spall 1992): all margins are moved to one side or the other at
random, two versions on opposite sides play a pair of games, and every margin goes a little towards where the winner had it.

Chance drives each single step; what the steps have in common is the slope.
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import field
from pathlib import Path

from engine.evaluation.nnue import Network
from engine.ground.errors import RatsuError
from engine.ground.values import dataclass
from engine.play.worker_pool import Crew
from engine.search.margins import MARGIN_TABLE
from engine.search.searcher import Searcher
from engine.training.tuning.selfplay import Side, own_side, play_pair
from engine.training.tuning.state import read_state, write_state

KIND = "margins"
DECIDED = 1_000  # centipawns: games shall only tell which side was better
SLOWER = 200  # pairs after which steps become smaller (Spall's A) ...
DECAY = 0.602  # ... and with which power (his alpha)


@dataclass
class Progress:
    """Pairs of games played, and the margins by now, in the order of `MARGIN_TABLE`."""

    pairs: int = 0
    values: list[float] = field(default_factory=lambda: [float(margin.network) for margin in MARGIN_TABLE])

    def rounded(self) -> list[int]:
        """The margins as the search takes them."""
        return [round(value) for value in self.values]


def perturbed(values: Sequence[float], directions: Sequence[int]) -> list[int]:
    """Each margin a step to the side that `directions` (1 or -1) says, inside its range."""
    return [
        min(max(round(value + direction * margin.step), margin.low), margin.high)
        for value, direction, margin in zip(values, directions, MARGIN_TABLE, strict=True)
    ]


def moved(values: Sequence[float], directions: Sequence[int], lead: float, rate: float) -> list[float]:
    """The margins after a pair in which the version on the side of `directions` was `lead` points ahead: each has gone `rate`
    of its step for a point."""
    return [
        min(max(value + rate * lead * direction * margin.step, margin.low), margin.high)
        for value, direction, margin in zip(values, directions, MARGIN_TABLE, strict=True)
    ]


class MarginsRun:
    """A tuning run; the state file holds everything, so that the same command continues with it. `threads` pairs are played at a
    time, all from the same margins."""

    def __init__(
        self, path: Path, network: Network | None, nodes: int, rate: float, seed: int, threads: int = 1
    ) -> None:
        plan = {"nodes": nodes, "rate": rate, "seed": seed, "margins": [margin.name for margin in MARGIN_TABLE]}
        state = read_state(path, KIND)
        if state is not None and state["plan"] != plan:
            raise RatsuError("%1 holds a run with other settings or margins: name another file", path)
        self._path, self._plan, self._rate, self._seed, self._threads = path, plan, rate, seed, threads
        self.progress = Progress(state["pairs"], state["values"]) if state else Progress()
        self._tables = [(own_side(nodes), own_side(nodes)) for _ in range(threads)]
        for table in self._tables:
            for side in table:
                side.searcher.set_network(network)

    def run(self, games: int, progress: Callable[[Progress], bool]) -> None:
        """Plays until there are so many games; stops where `progress` says no. Raises RatsuError."""
        tables = iter(self._tables)
        with Crew(lambda: _Table(self._play, next(tables)), self._threads, "tuning") as crew:
            while 2 * self.progress.pairs < games:
                now = self.progress
                pairs = range(now.pairs, now.pairs + min(self._threads, games // 2 + games % 2 - now.pairs))
                played = _all_of(crew, pairs)
                values = now.values
                for number, (directions, lead) in sorted(played.items()):
                    values = moved(values, directions, lead, self._rate * (SLOWER / (SLOWER + number)) ** DECAY)
                self.progress = Progress(pairs.stop, values)
                write_state(self._path, KIND, {"plan": self._plan, "pairs": pairs.stop, "values": values})
                if not progress(self.progress):
                    return

    def _play(self, number: int, table: tuple[Side[Searcher], Side[Searcher]]) -> tuple[list[int], float]:
        """A pair of games: the sides that were tried, and how many points the version on them was ahead."""
        source = random.Random(f"margins {self._seed} {number}")
        directions = [source.choice((-1, 1)) for _ in MARGIN_TABLE]
        values = self.progress.values
        for side, sign in zip(table, (1, -1), strict=True):
            side.searcher.set_margins(perturbed(values, [sign * direction for direction in directions]))
        return directions, 2 * sum(play_pair(source, *table, DECIDED)) - 2


@dataclass
class _Table:
    """Two searches that play one pair after the other."""

    play: Callable[[int, tuple[Side[Searcher], Side[Searcher]]], tuple[list[int], float]]
    sides: tuple[Side[Searcher], Side[Searcher]]

    def work(self, number: int) -> tuple[list[int], float]:
        return self.play(number, self.sides)

    def close(self) -> None:
        """Nothing to end."""


def _all_of(crew: Crew[int, tuple[list[int], float]], pairs: range) -> dict[int, tuple[list[int], float]]:
    """The results of the pairs by their numbers. Raises the first error."""
    for number in pairs:
        crew.give(number)
    played = {}
    while crew.busy:
        done = crew.wait()
        assert done is not None, "waits without an end"
        if done.error is not None:
            raise done.error
        assert done.result is not None
        played[done.item] = done.result
    return played
