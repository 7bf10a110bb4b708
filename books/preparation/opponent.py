"""An opponent's games: read from PGN files by his name, sorted by colour, year and result."""

from array import array
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from statistics import median
from typing import NamedTuple

from books.errors import BookError
from books.formats.games import line_of
from books.progress import Progress, report, silent
from engine.game.player_names import is_player, names_found
from engine.ground.values import dataclass
from engine.ground.whole_numbers import elo_in, whole_number
from engine.pgn.mainlines import MainLine
from engine.pgn.reader import read_main_lines

RATING_META = "rating"  # the entry of a sparring book's metadata with the opponent's rating
PLIES = 40
"""Plies kept of each game."""

LATEST_GAMES = 30
"""His rating is the median of so many games, the latest ones."""

_HEADERS = ("White", "Black", "Result", "Date", "WhiteElo", "BlackElo")
_MOST_LIKE = 5


class OpponentGame(NamedTuple):
    """A game of his: his colour, the year (None: unknown), his half points (0, 1, 2; None: unfinished), his rating then,
    and its beginning: the codes of its moves (books.key) with the keys of the positions in which they were played, and of the
    one after them."""

    white: bool
    year: int | None
    half_points: int | None
    rating: int | None
    keys: Sequence[int]
    moves: Sequence[int]


@dataclass(frozen=True)
class Choice:
    """Which of his games count. `white`: those in which he has White, or Black (None: both). Years are both included; games
    without a year count only where no year is asked for. `half_points`: only games with this result for him."""

    white: bool | None = None
    since: int | None = None
    until: int | None = None
    half_points: int | None = None

    def takes(self, game: OpponentGame) -> bool:
        """Whether a game counts."""
        if self.white is not None and game.white != self.white:
            return False
        if self.half_points is not None and game.half_points != self.half_points:
            return False
        if self.since is None and self.until is None:
            return True
        return game.year is not None and (self.since or 0) <= game.year <= (self.until or 9999)


class Results(NamedTuple):
    """How games ended for him."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    unfinished: int = 0

    @property
    def games(self) -> int:
        """All of them."""
        return sum(self)

    @property
    def finished(self) -> int:
        """Those with a result."""
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float | None:
        """His points a game (0-1); None where none has a result."""
        return (self.wins + self.draws / 2) / self.finished if self.finished else None


@dataclass(frozen=True)
class Opponent:
    """His games in the order of the files. `names`: how he is written there, and how often; `read`: games looked at;
    `set_up`: games of his that were left out, because they begin from another position."""

    asked: str
    games: tuple[OpponentGame, ...]
    names: dict[str, int]
    read: int
    set_up: int = 0

    @property
    def rating(self) -> int | None:
        """His rating: the median of his latest rated games. None where no game has one."""
        rated = sorted((game.year or 0, place) for place, game in enumerate(self.games) if game.rating)
        latest = [self.games[place].rating or 0 for _, place in rated[-LATEST_GAMES:]]
        return round(median(latest)) if latest else None

    def chosen(self, choice: Choice) -> list[OpponentGame]:
        """The games that count."""
        return [game for game in self.games if choice.takes(game)]


def results(games: Iterable[OpponentGame]) -> Results:
    """How games ended for him."""
    ended = Counter(game.half_points for game in games)
    return Results(ended[2], ended[1], ended[0], ended[None])


def by_year(games: Iterable[OpponentGame]) -> dict[int | None, Results]:
    """How his games ended, year by year; those without a year come last."""
    years: dict[int | None, list[OpponentGame]] = {}
    for game in games:
        years.setdefault(game.year, []).append(game)
    return {year: results(years[year]) for year in sorted(years, key=lambda year: year or 9999)}


def read_opponent(paths: Sequence[Path], name: str, progress: Progress = silent, plies: int = PLIES) -> Opponent:
    """His games in PGN files (plain, gz, zst). `name` is his surname, alone or with given names or initials.
    Progress in bytes of a file.

    :raises BookError: there is no game of his. :raises PgnError: a file cannot be read. :raises CancelledError:
    """
    games: list[OpponentGame] = []
    written: Counter[str] = Counter()
    his: dict[str, bool] = {}
    read = set_up = 0

    def raising(done: int, total: int) -> bool:
        report(progress, done, total)
        return True

    for path in paths:
        for line in read_main_lines(path, _HEADERS, progress=raising):
            read += 1
            for white, tag in ((True, "White"), (False, "Black")):
                player = line.headers.get(tag, "?")
                written[player] += 1
                if player not in his:
                    his[player] = is_player(name, player)
                if not his[player]:
                    continue
                if line.start_fen is not None or line.chess960:
                    set_up += 1
                else:
                    games.append(_game_of(line, white, plies))
    if not games:
        raise _nobody(name, paths, written)
    names = {player: count for player, count in written.most_common() if his[player]}
    return Opponent(name, tuple(games), names, read, set_up)


def _game_of(line: MainLine, white: bool, plies: int) -> OpponentGame:
    found = line_of(line, plies)
    half_points = found.half_points if found.half_points is None or white else 2 - found.half_points
    year = line.headers.get("Date", "")[:4]
    rating = elo_in(line.headers.get("WhiteElo" if white else "BlackElo", ""))
    number = whole_number(year, 1, 9999)
    keys = array("q", (line.keys or array("Q"))[: len(found.moves) + 1].tobytes())
    return OpponentGame(white, number, half_points, rating, keys, found.moves)


def _nobody(name: str, paths: Sequence[Path], written: Counter[str]) -> BookError:
    where = ", ".join(path.name for path in paths)
    like = names_found(name, (player for player, _ in written.most_common()))
    if like:
        names = "; ".join(like[:_MOST_LIKE])
        return BookError("No game of “%1” in %2. Names like it: %3. Write the whole surname.", name, where, names)
    return BookError("No game of “%1” in %2. Write the surname as the games have it.", name, where)
