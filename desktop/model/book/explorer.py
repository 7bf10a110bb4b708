"""The opening explorer in the window: its sources, the moves of a position, and example games."""

from collections.abc import Mapping
from dataclasses import field
from enum import Enum
from pathlib import Path
from types import MappingProxyType

from books.explorer.counted import EVERY_GAME, GameFilter, ResultTally
from engine.ground.text import NOTHING, Text, plain
from engine.ground.values import dataclass


class SourceKind(Enum):
    """A kind of source of the explorer."""

    COLLECTION = "collection"
    FILE = "file"  # of games, or a folder of such files
    PLAYED = "played"  # the games that were played in the window


@dataclass(frozen=True)
class ExploredSource:
    """A source of games; `on`: it is counted."""

    path: str
    kind: SourceKind = SourceKind.FILE
    on: bool = True

    @property
    def name(self) -> Text:
        if self.kind is SourceKind.FILE:
            return plain(Path(self.path).name)
        return Text("my collection") if self.kind is SourceKind.COLLECTION else Text("games played here")


@dataclass(frozen=True)
class ExplorerChoice:
    """The sources that the explorer counts, and the filter of their games."""

    sources: tuple[ExploredSource, ...] = ()
    games: GameFilter = EVERY_GAME


class ExplorerColumn(Enum):
    """A column by which moves are sorted."""

    GAMES = "games"
    MOVE = "move"
    SCORE = "score"
    RATING = "rating"
    PERFORMANCE = "performance"
    LAST = "last"


@dataclass(frozen=True)
class ExplorerRow:
    """A move played in the position. `performance`: of the side to move; `transposed`: games that reached the position
    after it by other moves; `mine`: it is a move of the user's repertoire. `examples`: numbers of games in the sources;
    `by_rating`: as in `MoveStatistics`.
    """

    uci: str
    san: str
    games: int
    white_wins: int = 0
    draws: int = 0
    black_wins: int = 0
    average_elo: int | None = None
    performance: int | None = None
    last_year: int | None = None
    transposed: int = 0
    mine: bool = False
    examples: tuple[tuple[int, int], ...] = ()
    by_rating: Mapping[int, ResultTally] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def finished(self) -> int:
        """The number of games with a result."""
        return self.white_wins + self.draws + self.black_wins

    @property
    def score(self) -> float | None:
        """White's points per game (0-1); None if no game has a result."""
        return (self.white_wins + self.draws / 2) / self.finished if self.finished else None


@dataclass(frozen=True)
class ExampleGame:
    """A game that played a move: its number in a source, and what a list shows of it."""

    source: int
    number: int
    white: str
    black: str
    elos: tuple[int | None, int | None]
    result: str
    date: str


@dataclass(frozen=True)
class ExplorerState:
    """The moves of a position in the order of `column`. `games` reached it, `ended` of them end there. `loading`: a newer
    answer is awaited."""

    fen: str = ""
    rows: tuple[ExplorerRow, ...] = ()
    games: int = 0
    ended: int = 0
    loading: bool = False
    problem: Text = NOTHING


def in_order(rows: tuple[ExplorerRow, ...], column: ExplorerColumn, descending: bool) -> tuple[ExplorerRow, ...]:
    """Returns the rows sorted by a column; rows without a value come last, equal ones by games."""

    def value(row: ExplorerRow) -> float | str | None:
        values: dict[ExplorerColumn, float | str | None] = {
            ExplorerColumn.GAMES: row.games,
            ExplorerColumn.MOVE: row.san,
            ExplorerColumn.SCORE: row.score,
            ExplorerColumn.RATING: row.average_elo,
            ExplorerColumn.PERFORMANCE: row.performance,
            ExplorerColumn.LAST: row.last_year,
        }
        return values[column]

    by_games = sorted(rows, key=lambda row: (-row.games, -row.transposed))
    known = [row for row in by_games if value(row) is not None]
    known.sort(key=value, reverse=descending)  # type: ignore[arg-type]
    return (*known, *(row for row in by_games if value(row) is None))
