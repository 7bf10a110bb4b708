"""The book report over many games: compares a player's games in a file with the book."""

import itertools
from collections.abc import Callable, Iterator
from pathlib import Path

import chess

from books.choice.library import Library
from books.collection.export import text_of
from books.collection.game_collection import Collection, is_collection
from books.collection.query import Query
from books.collection.search import search
from books.repertoire.many_reports import ManyReports, ReportedGame, report_games
from engine.game.player_names import side_of
from engine.ground.errors import RatsuError
from engine.ground.values import dataclass
from engine.jobs.job import Context, Job
from engine.pgn.mainlines import MainLine, MainLineReader
from engine.pgn.reader import read_main_lines
from engine.play.book.own_games import played_game

PLIES = 60  # of each game
_HALF_POINTS = {"1-0": 2, "1/2-1/2": 1, "0-1": 0}


@dataclass(frozen=True)
class BookDeviationsRequest:
    """A PGN file or a collection, and the player whose games are compared."""

    path: Path
    player: str
    most: int = 5_000


class BookDeviationsJob(Job[BookDeviationsRequest, ManyReports]):
    """Yields one report, after all games are compared. Progress in games."""

    def __init__(self, open_library: Callable[[], Library]) -> None:
        self._open = open_library

    def run(self, request: BookDeviationsRequest, context: Context) -> Iterator[ManyReports]:
        """:raises RatsuError: no game is the player's."""
        found = report_games(self._open(), itertools.islice(_games(request), request.most), context.progress)
        if not found.games:
            raise RatsuError(
                "%1 holds no game of “%2”. Write the surname as it is spelled in the games.",
                request.path.name,
                request.player,
            )
        yield found


def _collected(path: Path, player: str) -> Iterator[MainLine]:
    with Collection(path) as collection:
        for found in search(collection, Query(player=player), -1):
            yield from MainLineReader("", keys=False, language="en").feed(text_of(collection, found).encode(), True)


def _games(request: BookDeviationsRequest) -> Iterator[ReportedGame]:
    path, player = request.path, request.player
    for game in _collected(path, player) if is_collection(path) else read_main_lines(path, keys=False):
        own_white = side_of(player, game.headers.get("White", ""), game.headers.get("Black", ""))
        if own_white is None:
            continue
        played = played_game(game, own_white)
        start = chess.Board(played.fen, chess960=game.chess960)
        moves = [chess.Move.from_uci(move) for move in played.moves[:PLIES]]
        yield ReportedGame(moves, own_white, _HALF_POINTS.get(game.result), start)


JOB = BookDeviationsJob
