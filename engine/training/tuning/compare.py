"""A match between two weight files at fixed nodes a move, so that other work on the machine does not change the result."""

import ast
import random
from collections.abc import Callable
from pathlib import Path

from engine.evaluation.terms import term_offsets, weight_count
from engine.ground.errors import RatsuError
from engine.training.tuning.selfplay import alpha_beta_player, play_pair
from engine.training.tuning.state import read_state, write_state

KIND = "compare"


def read_weights(path: Path) -> list[tuple[int, int]]:
    """Returns the weights in a file of `ratsu tune`, which is parsed, not executed.

    :raises RatsuError: if it cannot be read or has other weights.
    """
    try:
        tree = ast.parse(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, SyntaxError) as error:
        raise RatsuError("cannot read the weights in %1: %2", path, error) from error
    for node in tree.body:
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.target.id == "DEFAULT":
            weights = _pairs(node.value)
            if weights is not None:
                return weights
    raise RatsuError(
        "%1 does not have the weights of this evaluation: it needs DEFAULT with %2", path, ", ".join(term_offsets())
    )


def _pairs(value: ast.expr | None) -> list[tuple[int, int]] | None:
    try:
        runs = ast.literal_eval(value) if value is not None else None
    except ValueError:
        return None
    if not isinstance(runs, dict) or list(runs) != list(term_offsets()):
        return None
    try:
        pairs = [(int(mg), int(eg)) for run in runs.values() for mg, eg in run]
    except (TypeError, ValueError):
        return None
    return pairs if len(pairs) == weight_count() else None


class WeightMatch:
    """A match of two sets of weights in pairs of games with colours reversed.

    `results`: points of the first in each game; they are in the state file, so that the match can be resumed.
    """

    def __init__(self, path: Path, first: list[tuple[int, int]], second: list[tuple[int, int]], nodes: int) -> None:
        plan = {"first": first, "second": second, "nodes": nodes}
        state = read_state(path, KIND)
        if state is not None and state["plan"] != {key: _as_json(value) for key, value in plan.items()}:
            raise RatsuError("%1 is the state of a match with other weights or nodes: name another file", path)
        self._path, self._plan = path, plan
        self.results: list[float] = state["results"] if state else []
        self._sides = (alpha_beta_player(nodes), alpha_beta_player(nodes))
        for side, weights in zip(self._sides, (first, second), strict=True):
            side.searcher.set_weights(weights)

    def run(self, games: int, progress: Callable[[list[float]], bool]) -> None:
        """Plays until there are `games` results (an even number), or `progress(results)` returns False.

        :raises RatsuError: if the state cannot be written.
        """
        while len(self.results) < games:
            self.results.extend(play_pair(random.Random(f"compare {len(self.results)}"), *self._sides))
            write_state(self._path, KIND, {"plan": self._plan, "results": self.results})
            if not progress(self.results):
                return


def _as_json(value: object) -> object:
    """Returns a value as JSON reads it: lists instead of tuples."""
    return [list(pair) for pair in value] if isinstance(value, list) else value
