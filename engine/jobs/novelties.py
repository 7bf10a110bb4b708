"""Searches for novelties: strong moves that no game has (PGN files, a collection, the book's own counts)."""

from collections.abc import Callable, Iterator
from pathlib import Path

import chess

from books.choice.library import Library
from books.collection.game_collection import Collection
from books.collection.positions import games_with_position
from books.errors import BookError
from books.formats.games import line_of, read_lines
from books.key import decode, from_core, unsigned
from books.preparation.novelty import MOST, WITHIN_CP, Novelty, PlayedMoves, find_novelties
from engine.ground.values import dataclass
from engine.jobs.job import Context, Job, option
from engine.pgn.reader import read_main_lines
from engine.play.book.analyser import EngineAnalyser

PLIES = 60
"""Plies of each game that are read; later moves are not opening novelties."""

NODES = 400_000


@dataclass(frozen=True)
class NoveltyRequest:
    """The request for a search. `moves`: a line from the start position, in coordinates, besides the games of `lines`. A move in
    `games`, in `collection` (None: the user's) or with games in the book does not count as a novelty. The number of games in a
    position is that of `games` and `collection`; the book's games count only if neither is given."""

    moves: tuple[str, ...] | None = None
    games: tuple[Path, ...] = option((), "PGN files: their moves are not novelties", "games")
    collection: Path | None = option(None, "a collection of games: its moves are not novelties")
    lines: tuple[Path, ...] = option((), "a PGN file with the lines to look at")
    within: int = option(WITHIN_CP, "centipawns below the best (default: %(default)s)")
    from_move: int = option(1, "look from this move on (default: %(default)s)")
    most: int = option(MOST, "novelties per position at most (default: %(default)s)")
    nodes: int = option(NODES, "nodes for each search (default: %(default)s)")


class NoveltyJob(Job[NoveltyRequest, Novelty]):
    """Yields the novelties, position by position. Progress in bytes of the games, then in positions."""

    def __init__(self, open_library: Callable[[], Library], collection: Path | None = None) -> None:
        """`collection`: the user's games, or None."""
        self._open = open_library
        self._collection = collection if collection is not None and collection.exists() else None

    def run(self, request: NoveltyRequest, context: Context) -> Iterator[Novelty]:
        """:raises BookError: no game reaches any of the positions."""
        library = self._open()
        lines = [] if request.moves is None else [list(map(chess.Move.from_uci, request.moves))]
        played = PlayedMoves([*lines, *_lines_of(request.lines)])
        for path in request.games:
            for game in read_lines(path, PLIES, context.progress):
                played.add(game)
        _hold_books(played, library, count=not (request.games or request.collection))
        collection = request.collection or self._collection
        if collection is not None:
            _hold_collection(played, collection)
        if not any(line.games for line in played.positions.values()):
            raise BookError("No game reaches a position of these lines, so every move would be a novelty.")
        analyser = EngineAnalyser(request.nodes, context.stopper)
        first = 2 * (request.from_move - 1)
        yield from find_novelties(played, analyser, request.within, first, request.most, context.progress)


def _lines_of(paths: tuple[Path, ...]) -> Iterator[list[chess.Move]]:
    """The main lines of PGN files. Games from other start positions are left out."""
    for path in paths:
        for game in read_main_lines(path, ()):
            if game.start_fen is None and not game.chess960:
                board = chess.Board()
                for code in line_of(game, PLIES).moves:
                    move = decode(board, code)
                    if move is None:
                        break
                    board.push(move)
                yield board.move_stack


def _hold_books(played: PlayedMoves, library: Library, *, count: bool) -> None:
    """Adds the moves that games of the books played. `count`: their games count too, as no others were named."""
    for key in played.positions:
        rows = [row for row in library.rows(key) if round(row.games) > 0]
        played.hold(key, [row.move for row in rows], sum(round(row.games) for row in rows) if count else 0)
    played.moves_into(lambda key: any(round(row.games) > 0 for row in library.rows(key)))


def _hold_collection(played: PlayedMoves, path: Path) -> None:
    with Collection(path) as collection:
        for key in played.positions:
            games, moves = games_with_position(collection, unsigned(key))
            played.hold(key, {from_core(move) for move in moves if move}, len(games))
        played.moves_into(lambda key: bool(games_with_position(collection, unsigned(key))[0]))


JOB = NoveltyJob
