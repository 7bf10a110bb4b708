"""The book report over many games: the most frequent departures of the player and of the opponents from the book."""

from collections import defaultdict
from collections.abc import Iterable, Sequence

import chess

from books.choice.library import Library
from books.entry import BookMove
from books.key import position_key
from books.progress import Progress, report, silent
from books.repertoire.report import Departure, book_plays, report_game
from engine.game.reason import BoardMove, Reason, ReasonKind, Share, listed, together
from engine.ground.values import dataclass


@dataclass(frozen=True)
class ReportedGame:
    """A game to be compared: moves from the start position, the colour of the book's owner, and White's half points
    (None: unfinished)."""

    moves: Sequence[chess.Move]
    own_white: bool
    half_points: int | None = None
    start: chess.Board | None = None


@dataclass(frozen=True)
class RepeatedDeparture:
    """A move that left the book, over all games. `own`: the player's move; `games`: how often; `score`: the player's
    points per game with it (0-1, None: no finished game); `recommended`: the book's moves, best first; `known`: the
    book has the move, with a warning; `added`: the user has added it since."""

    board: chess.Board
    move: chess.Move
    own: bool
    games: int
    score: float | None
    recommended: tuple[BookMove, ...]
    known: bool
    added: bool = False

    @property
    def reason(self) -> Reason:
        """The frequency and score of the move, and the book's moves."""
        times = Reason(ReasonKind.TIMES, (BoardMove.of(self.board, self.move), self.games))
        points = Reason(ReasonKind.POINTS, (Share(self.score),)) if self.score is not None else None
        return together(listed(times, points), book_plays(self.board, self.recommended))


@dataclass(frozen=True)
class ManyReports:
    """The report over many games. `plies`: the average number of plies in the book; `habits` come most frequent first."""

    games: int
    plies: float
    habits: tuple[RepeatedDeparture, ...]

    def of(self, own: bool) -> tuple[RepeatedDeparture, ...]:
        return tuple(habit for habit in self.habits if habit.own == own)


def report_games(library: Library, games: Iterable[ReportedGame], progress: Progress = silent) -> ManyReports:
    """Compares games with the book; of each game only the first departure counts.
    :raises CancelledError: the user stopped it."""
    first: dict[tuple[int, chess.Move], Departure] = {}
    points: dict[tuple[int, chess.Move], list[float | None]] = defaultdict(list)
    count = plies = 0
    for game in games:
        report(progress, count, 0)
        found = report_game(library, game.moves, game.own_white, game.start)
        count += 1
        plies += found.book_plies
        if found.departures:
            departure = found.departures[0]
            name = position_key(departure.board), departure.move
            first.setdefault(name, departure)
            points[name].append(_points(game))
    habits = [_habit(first[name], scores) for name, scores in points.items()]
    habits.sort(key=lambda habit: (-habit.games, habit.board.ply()))
    return ManyReports(count, plies / max(1, count), tuple(habits))


def _points(game: ReportedGame) -> float | None:
    if game.half_points is None:
        return None
    return (game.half_points if game.own_white else 2 - game.half_points) / 2


def _habit(departure: Departure, scores: Sequence[float | None]) -> RepeatedDeparture:
    finished = [score for score in scores if score is not None]
    return RepeatedDeparture(
        departure.board,
        departure.move,
        departure.own,
        len(scores),
        sum(finished) / len(finished) if finished else None,
        departure.recommended,
        departure.known is not None,
    )
