"""Values of the explorer: its filter, and the statistics that it returns."""

from collections.abc import Mapping
from dataclasses import field
from types import MappingProxyType
from typing import NamedTuple

from engine.game.time_control import SpeedClass
from engine.ground.values import dataclass

STEP_ELO = 50
"""Results by rating are counted in steps of this many points."""


class GameRef(NamedTuple):
    """A game of an explorer: the place of its collection among the sources, and its number there."""

    source: int
    number: int


@dataclass(frozen=True)
class GameFilter:
    """The games that count. Years and ratings are inclusive; games without one then do not count. Ratings are those of
    `each` player, or their average. `player` is a name, as in searches, with White, Black or either (`white` None);
    `without`: spellings of it that are another player's.
    `results` are tokens of PGN and `speeds` classes of the time control; empty: any."""

    since: int | None = None
    until: int | None = None
    elo_min: int | None = None
    elo_max: int | None = None
    each: bool = False
    player: str = ""
    white: bool | None = None
    results: tuple[str, ...] = ()
    speeds: tuple[SpeedClass, ...] = ()
    without: tuple[str, ...] = ()


EVERY_GAME = GameFilter()


class ResultTally(NamedTuple):
    """Numbers of games by result."""

    white_wins: int = 0
    draws: int = 0
    black_wins: int = 0

    @property
    def games(self) -> int:
        """The number of games with a result."""
        return sum(self)

    @property
    def share(self) -> float | None:
        """White's points per game (0-1); None without games."""
        return (self.white_wins + self.draws / 2) / self.games if self.games else None

    def plus(self, other: "ResultTally") -> "ResultTally":
        return ResultTally(*(one + more for one, more in zip(self, other, strict=True)))


@dataclass(frozen=True)
class MoveStatistics:
    """The statistics of one move. `move` is a core move, 0 for games that ended. `games` includes those without a
    result.

    `average_elo` is the average of the games' average ratings, `mover_elo` that of the side to move, `opponent_elo` that
    of its opponents in the games with a result, all rounded to whole points. `performance` is `opponent_elo` plus FIDE's
    difference for the score of the side to move in these games (`standings.difference`). `by_rating`: results by the
    average rating of the players, rounded down to 50; 0: unrated. `transposed`: games that did not play the move here
    and reached the position after it by other moves.
    """

    move: int
    games: int
    results: ResultTally = ResultTally()
    average_elo: int | None = None
    mover_elo: int | None = None
    opponent_elo: int | None = None
    performance: int | None = None
    last_year: int | None = None
    top_games: tuple[GameRef, ...] = ()
    latest_games: tuple[GameRef, ...] = ()
    by_rating: Mapping[int, ResultTally] = field(default_factory=lambda: MappingProxyType({}))
    transposed: ResultTally = ResultTally()

    @property
    def white_wins(self) -> int:
        return self.results.white_wins

    @property
    def draws(self) -> int:
        return self.results.draws

    @property
    def black_wins(self) -> int:
        return self.results.black_wins

    @property
    def score(self) -> float | None:
        """White's points per game in per cent; None if no game has a result."""
        share = self.results.share
        return None if share is None else 100 * share


def by_band(by_rating: Mapping[int, ResultTally], width: int = 200) -> dict[int, ResultTally]:
    """Returns results by average rating in wider steps; 0: unrated."""
    bands: dict[int, ResultTally] = {}
    for elo, found in by_rating.items():
        low = elo // width * width
        bands[low] = bands.get(low, ResultTally()).plus(found)
    return bands
