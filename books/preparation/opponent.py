"""An opponent's games: read from PGN files by name, selected by colour, year and result."""

import math
from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from statistics import median
from typing import NamedTuple

from books.collection.export import text_of
from books.collection.game_collection import Collection, is_collection
from books.collection.query import Query
from books.collection.search import search
from books.errors import BookError
from books.formats.games import line_of
from books.progress import Progress, report, silent
from engine.game.player_names import is_player, names_found
from engine.game.tags.dates import date_value
from engine.game.tags.ratings import elo_in
from engine.ground.values import dataclass
from engine.pgn.mainlines import MainLine, MainLineReader
from engine.pgn.reader import read_main_lines

RATING_META = "rating"  # the entry of a sparring book's metadata with the opponent's rating
PLIES = 40
"""Plies stored of each game."""

LATEST_GAMES = 30
"""The opponent's rating is the median of this number of latest games."""

MANY = 100
"""From this number of games on, a score is shown without its interval."""

_Z = 1.96  # standard deviations to either side that hold 95 %
_HEADERS = ("White", "Black", "Result", "Date", "WhiteElo", "BlackElo")
_MOST_LIKE = 5


class OpponentGame(NamedTuple):
    """A game of the opponent: colour, year (None: unknown), the opponent's half points (0, 1, 2; None: unfinished) and
    rating, and the beginning: the codes of its moves (books.key), with the keys of the positions before each and after
    the last."""

    white: bool
    year: int | None
    half_points: int | None
    rating: int | None
    keys: Sequence[int]
    moves: Sequence[int]


@dataclass(frozen=True)
class GameSelection:
    """A selection of the opponent's games. `white`: the opponent has White, or Black (None: both). Years are inclusive;
    games without a year count only without a year limit. `half_points`: only games with this result for the opponent.
    """

    white: bool | None = None
    since: int | None = None
    until: int | None = None
    half_points: int | None = None

    def takes(self, game: OpponentGame) -> bool:
        """Whether a game is selected."""
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
        """Number of all games."""
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
        if score is None or count >= MANY:
            return None
        spread = _Z * _Z / count
        middle = (score + spread / 2) / (1 + spread)
        half = _Z * math.sqrt(score * (1 - score) / count + spread / count / 4) / (1 + spread)
        return max(0.0, middle - half), min(1.0, middle + half)


@dataclass(frozen=True)
class Opponent:
    """The opponent's games in the order of the files. `names`: the spellings found, with their counts; `without`: those
    of another player; `read`: number of games read; `set_up`: own games left out because they begin from another position.
    """

    asked: str
    games: tuple[OpponentGame, ...]
    names: dict[str, int]
    read: int
    set_up: int = 0
    without: tuple[str, ...] = ()

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
        """Returns the selected games."""
        return [game for game in self.games if choice.takes(game)]


def results(games: Iterable[OpponentGame]) -> OpponentResults:
    """Returns the results of games, for the opponent."""
    ended = Counter(game.half_points for game in games)
    return OpponentResults(ended[2], ended[1], ended[0], ended[None])


def by_year(games: Iterable[OpponentGame]) -> dict[int | None, OpponentResults]:
    """Returns the results year by year; games without a year come last."""
    years: dict[int | None, list[OpponentGame]] = {}
    for game in games:
        years.setdefault(game.year, []).append(game)
    return {year: results(years[year]) for year in sorted(years, key=lambda year: year or 9999)}


def read_opponent(
    paths: Sequence[Path], name: str, progress: Progress = silent, plies: int = PLIES, without: Sequence[str] = ()
) -> Opponent:
    """Reads the opponent's games from PGN files (plain, gz, zst) and collections. `name` is the surname, alone or with
    given names or initials; `without`: spellings that are another player's. Progress in bytes of a file, or in games of
    a collection.

    :raises BookError: no game of this player was found.
    :raises PgnError: a file cannot be read.
    :raises CancelledError: the user stopped it.
    """
    games: list[OpponentGame] = []
    written: Counter[str] = Counter()
    his: dict[str, bool] = {}
    read = set_up = 0

    def raising(done: int, total: int) -> bool:
        report(progress, done, total)
        return True

    for path in paths:
        for line in _lines_of(path, name, raising):
            read += 1
            for white, tag in ((True, "White"), (False, "Black")):
                player = line.headers.get(tag, "?")
                written[player] += 1
                if player not in his:
                    his[player] = is_player(name, player)
                if not his[player] or player in without:
                    continue
                if line.start_fen is not None or line.chess960:
                    set_up += 1
                else:
                    games.append(_game_of(line, white, plies))
    if not games:
        raise _nobody(name, paths, written)
    names = {player: count for player, count in written.most_common() if his[player]}
    return Opponent(name, tuple(games), names, read, set_up, tuple(without))


def _lines_of(path: Path, name: str, progress: Callable[[int, int], bool]) -> Iterator[MainLine]:
    """Yields the games of a file; of a collection, those of the player.
    :raises RatsuError: it cannot be read."""
    if not path.is_file() or not is_collection(path):
        yield from read_main_lines(path, _HEADERS, progress=progress)
        return
    with Collection(path) as collection:
        found = search(collection, Query(player=name), -1)
        for number, game in enumerate(found):
            progress(number, len(found))
            yield from MainLineReader("", language="en").feed(text_of(collection, game).encode(), True)


def _game_of(line: MainLine, white: bool, plies: int) -> OpponentGame:
    found = line_of(line, plies)
    half_points = found.half_points if found.half_points is None or white else 2 - found.half_points
    year = date_value(line.headers.get("Date", "")).year or None
    rating = elo_in(line.headers.get("WhiteElo" if white else "BlackElo", ""))
    keys = array("q", (line.keys or array("Q"))[: len(found.moves) + 1].tobytes())
    return OpponentGame(white, year, half_points, rating, keys, found.moves)


def _nobody(name: str, paths: Sequence[Path], written: Counter[str]) -> BookError:
    where = ", ".join(path.name for path in paths)
    like = names_found(name, (player for player, _ in written.most_common()))
    if like:
        names = "; ".join(like[:_MOST_LIKE])
        return BookError("No game of “%1” in %2. Similar names: %3. Write the whole surname.", name, where, names)
    return BookError("No game of “%1” in %2. Write the surname as it is spelled in the games.", name, where)
