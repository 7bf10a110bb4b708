"""The user's Elo, estimated from rated games against levels whose Elo is known.

The unknown strength is a probability distribution over Elo, in steps of 25. Before the first game it is wide (mean
1500, spread 400, almost no information). Each result multiplies it by its probability under the Elo formula, a draw
counting as half a win and half a loss (the square root of their product). Before each game it spreads by 15 Elo,
because people learn and forget. The estimate is the mean, with a 95 % interval. The levels themselves are measured
to about 50 Elo only (docs/levels.md), an error that more games do not reduce.
"""

import math
from collections.abc import Iterable
from typing import Annotated

from engine.ground.codec import Longest, Within, as_json, of_json
from engine.ground.json_text import JsonError, JsonValue, dumped, parse
from engine.ground.rating import Rating, expected_score
from engine.ground.values import dataclass

_LOW, _HIGH, _STEP = 0, 3_400, 25
_PRIOR_ELO, _PRIOR_SPREAD = 1_500.0, 400.0
_DRIFT = 15.0  # Elo of spread that a game adds
_SHARE = _DRIFT**2 / (2 * _STEP**2)  # of each probability that goes to either neighbour
_TAIL = 0.025
MOST_BYTES = 20_000_000  # of the file: a hundred thousand games
_Short = Annotated[str, Longest(1_000)]


@dataclass(frozen=True)
class RatedResult:
    """One result. `score` is the user's: 1, 0.5 or 0. `when` is local time, `YYYY-MM-DD HH:MM`."""

    when: _Short
    opponent: _Short
    elo: Annotated[int, Within(0, _HIGH)]
    score: Annotated[float, Within(0, 1)]
    white: bool
    control: _Short = ""
    reason: _Short = ""


@dataclass(frozen=True)
class RatingState:
    """The games, oldest first, and the estimate after each of them, with its 95 % bars."""

    games: tuple[RatedResult, ...] = ()
    history: tuple[Rating[float], ...] = ()

    @property
    def now(self) -> Rating[float] | None:
        """The estimate, None before the first game."""
        return self.history[-1] if self.history else None


def rated(games: Iterable[RatedResult]) -> RatingState:
    """The estimate after each game."""
    kept = tuple(games)
    belief = _normal(_PRIOR_ELO, _PRIOR_SPREAD)
    history = []
    for number, game in enumerate(kept, 1):
        belief = _updated(_spread(belief), game)
        history.append(_summed_up(belief, number))
    return RatingState(kept, tuple(history))


def dump_game(game: RatedResult) -> bytes:
    return dumped(as_json(game), indent=None)


def load_games(content: bytes) -> tuple[tuple[RatedResult, ...], int]:
    """The games of a file, and the number of its unreadable lines."""
    games: list[RatedResult] = []
    bad = 0
    for line in content.splitlines():
        if not line.strip():
            continue
        try:
            games.append(_game(parse(line)))
        except JsonError:
            bad += 1
    return tuple(games), bad


def _game(found: JsonValue) -> RatedResult:
    """A game from JSON. :raises JsonError: a field is missing, of another type, or out of range."""
    game = of_json(RatedResult, found)
    if game.score not in (0, 0.5, 1):
        raise JsonError("score must be 0, 0.5 or 1")
    return game


def _grid() -> range:
    return range(_LOW, _HIGH + 1, _STEP)


def _normal(mean: float, spread: float) -> list[float]:
    return _scaled([math.exp(-(((elo - mean) / spread) ** 2) / 2) for elo in _grid()])


def _scaled(weights: list[float]) -> list[float]:
    total = sum(weights)
    return [weight / total for weight in weights]


def _spread(belief: list[float]) -> list[float]:
    below, above = [belief[0], *belief[:-1]], [*belief[1:], belief[-1]]
    return [
        own * (1 - 2 * _SHARE) + _SHARE * (one + other) for own, one, other in zip(belief, below, above, strict=True)
    ]


def _updated(belief: list[float], game: RatedResult) -> list[float]:
    weights = []
    for elo, weight in zip(_grid(), belief, strict=True):
        win = expected_score(elo - game.elo)
        likely = {1.0: win, 0.0: 1 - win}.get(game.score, math.sqrt(win * (1 - win)))
        weights.append(weight * likely)
    return _scaled(weights)


def _summed_up(belief: list[float], games: int) -> Rating[float]:
    mean = sum(elo * weight for elo, weight in zip(_grid(), belief, strict=True))
    return Rating(mean, _quantile(belief, _TAIL), _quantile(belief, 1 - _TAIL), games)


def _quantile(belief: list[float], share: float) -> float:
    """The Elo below which that share of the probability lies, interpolated between two points of the row."""
    below = 0.0
    for elo, weight in zip(_grid(), belief, strict=True):
        if below + weight >= share:
            return elo - _STEP / 2 + _STEP * (share - below) / weight
        below += weight
    return float(_HIGH)
