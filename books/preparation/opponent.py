"""An opponent's games: found by name in the explorer, selected by colour, year and result."""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from statistics import median
from typing import NamedTuple

from books.errors import BookError
from books.explorer.counted import GameFilter
from books.explorer.explorer import Explorer
from books.progress import Progress, report, silent
from engine.game.player_names import is_player, names_found
from engine.game.tags.dates import date_value
from engine.ground.values import dataclass
from engine.rules.board import CoreBoard
from engine.rules.fen import START_FEN

RATING_META = "rating"  # the entry of a sparring book's metadata with the opponent's rating
LATEST_GAMES = 30
"""The opponent's rating is the median of this number of latest games."""

MANY = 100
"""From this number of games on, a score is shown without its interval."""

Z = 1.96
"""Standard deviations to either side that hold 95 %."""

_BATCH = 500  # games looked up at once
_MOST_LIKE = 5
_HALF_POINTS = {"1-0": 2, "1/2-1/2": 1, "0-1": 0}  # White's


class OpponentGame(NamedTuple):
    """A game of the opponent: colour, year (None: unknown), the opponent's half points (0, 1, 2; None: unfinished) and
    rating."""

    white: bool
    year: int | None
    half_points: int | None
    rating: int | None


@dataclass(frozen=True)
class GameSelection:
    """A selection of the opponent's games. `white`: the opponent has White, or Black (None: both). Years are inclusive;
    games without a year count only without a year limit. `half_points`: only games with this result for the opponent.
    """

    white: bool | None = None
    since: int | None = None
    until: int | None = None
    half_points: int | None = None

    def of(self, name: str, without: Sequence[str]) -> GameFilter:
        """Returns the explorer's filter of a player's games; a result needs a colour."""
        results: tuple[str, ...] = ()
        if self.half_points is not None:
            white = self.half_points if self.white is not False else 2 - self.half_points
            results = tuple(token for token, points in _HALF_POINTS.items() if points == white)
        return GameFilter(
            self.since, self.until, player=name, without=tuple(without), white=self.white, results=results
        )

    def takes(self, game: OpponentGame) -> bool:
        if self.white is not None and game.white != self.white:
            return False
        if self.half_points is not None and game.half_points != self.half_points:
            return False
        if self.since is None and self.until is None:
            return True
        return game.year is not None and (self.since or 0) <= game.year <= (self.until or 9999)


class OpponentResults(NamedTuple):
    """The results of games, for the opponent."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    unfinished: int = 0

    @property
    def games(self) -> int:
        return sum(self)

    @property
    def finished(self) -> int:
        """Number of games with a result."""
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float | None:
        """The opponent's points per game (0-1); None without a finished game."""
        return (self.wins + self.draws / 2) / self.finished if self.finished else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """The 95 % interval of the score by Wilson, which is wide enough for draws; None if it rests on no game or on
        at least `MANY` games."""
        score, count = self.score, self.finished
        return wilson(score, count) if score is not None and count < MANY else None


def wilson(share: float, count: float) -> tuple[float, float]:
    """Returns Wilson's 95 % interval of a share (0-1) of a number of games, which need not be whole."""
    spread = Z * Z / count
    middle = (share + spread / 2) / (1 + spread)
    half = Z * math.sqrt(share * (1 - share) / count + spread / count / 4) / (1 + spread)
    return max(0.0, middle - half), min(1.0, middle + half)


@dataclass(frozen=True)
class Opponent:
    """The opponent's games. `names`: the spellings found, with their counts; `without`: those of another player; `read`:
    number of games in the sources; `set_up`: own games left out because they begin from another position; `others`: names
    that a search for the opponent's would find, too.
    """

    asked: str
    games: tuple[OpponentGame, ...]
    names: dict[str, int]
    read: int
    set_up: int = 0
    without: tuple[str, ...] = ()
    others: tuple[str, ...] = ()

    def filter(self, choice: GameSelection) -> GameFilter:
        return choice.of(self.asked, (*self.without, *self.others))

    @property
    def counted(self) -> dict[str, int]:
        """The spellings that count, with their counts."""
        return {name: count for name, count in self.names.items() if name not in self.without}

    @property
    def rating(self) -> int | None:
        """The opponent's rating: the median of the latest rated games; None without any."""
        rated = sorted((game.year or 0, place) for place, game in enumerate(self.games) if game.rating)
        latest = [self.games[place].rating or 0 for _, place in rated[-LATEST_GAMES:]]
        return round(median(latest)) if latest else None

    def chosen(self, choice: GameSelection) -> list[OpponentGame]:
        return [game for game in self.games if choice.takes(game)]


def results(games: Iterable[OpponentGame]) -> OpponentResults:
    ended = Counter(game.half_points for game in games)
    return OpponentResults(ended[2], ended[1], ended[0], ended[None])


def by_year(games: Iterable[OpponentGame]) -> dict[int | None, OpponentResults]:
    """Returns the results year by year; games without a year come last."""
    years: dict[int | None, list[OpponentGame]] = {}
    for game in games:
        years.setdefault(game.year, []).append(game)
    return {year: results(years[year]) for year in sorted(years, key=lambda year: year or 9999)}


def read_opponent(
    explorer: Explorer, name: str, where: str, progress: Progress = silent, without: Sequence[str] = ()
) -> Opponent:
    """Finds the opponent's games. `name` is the surname, alone or with given names or initials; `without`: spellings that
    are another player's; `where`: what the sources are called. Progress in games.

    :raises BookError: no game of this player was found.
    :raises CollectionError: a source is damaged.
    :raises CancelledError: the user stopped it.
    """
    known = explorer.players()
    like = names_found(name, known)
    his = {player for player in like if is_player(name, player)}
    others = tuple(player for player in like if player not in his)
    choice = GameFilter(player=name, without=others)
    every = explorer.reached(None, choice)
    refs = explorer.reached(CoreBoard.from_fen(START_FEN, False), choice)
    games: list[OpponentGame] = []
    written: Counter[str] = Counter()
    for done in range(0, len(refs), _BATCH):
        report(progress, done, len(refs))
        for game in explorer.games(refs[done : done + _BATCH]):
            sides = ((True, game.white, game.white_elo), (False, game.black, game.black_elo))
            for white, player, elo in sides:
                if player not in his:
                    continue
                written[player] += 1
                if player not in without:
                    half_points = _HALF_POINTS.get(game.result)
                    mine = half_points if half_points is None or white else 2 - half_points
                    games.append(OpponentGame(white, date_value(game.date).year or None, mine, elo))
    if not games:
        found = explorer.games(explorer.reached(None, GameFilter(player=name)))
        similar = Counter(player for game in found for player in (game.white, game.black) if player in like)
        raise _nobody(name, where, [player for player, _ in similar.most_common()])
    left_out = len(every) - len(refs)
    return Opponent(name, tuple(games), dict(written.most_common()), len(explorer), left_out, tuple(without), others)


def _nobody(name: str, where: str, like: Sequence[str]) -> BookError:
    if like:
        names = "; ".join(like[:_MOST_LIKE])
        return BookError("No game of “%1” in %2. Similar names: %3. Write the whole surname.", name, where, names)
    return BookError("No game of “%1” in %2. Write the surname as it is spelled in the games.", name, where)
