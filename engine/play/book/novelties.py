"""Novelties searched for: lines, games of every kind (PGN files, a collection, the book's own counts), and the engine."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import chess

from books.choice.library import Library
from books.collection.game_collection import Collection
from books.collection.positions import games_with_position
from books.errors import BookError
from books.formats.games import line_of, read_lines
from books.key import from_core, unsigned
from books.preparation.novelty import MOST, WITHIN_CP, Novelty, PlayedMoves, find_novelties
from books.progress import Progress, silent
from engine.game.stopper import Stopper
from engine.ground.values import dataclass
from engine.pgn.reader import read_main_lines
from engine.play.book.analyser import EngineAnalyser

PLIES = 60
"""Plies of each game that are looked at: a novelty in the opening."""

NODES = 400_000


@dataclass(frozen=True)
class NoveltyWish:
    """Where to look. `lines` are moves from the start position; `games` PGN files, `collection` a file of games: what they
    hold is no novelty, and neither is a move of the book that has games. `within`: centipawns below the best move at most;
    `from_ply`: positions before are passed over."""

    lines: tuple[tuple[chess.Move, ...], ...]
    games: tuple[Path, ...] = ()
    collection: Path | None = None
    within: int = WITHIN_CP
    from_ply: int = 0
    most: int = MOST
    nodes: int = NODES


def novelties(
    library: Library, wish: NoveltyWish, progress: Progress = silent, stopper: Stopper | None = None
) -> Iterator[Novelty]:
    """The novelties, position by position as they are found. Progress in bytes of the games, then in positions.

    :raises BookError: no game reaches any of the positions. :raises PgnError: :raises CollectionError: a file cannot be read.
    :raises CancelledError:
    """
    played = PlayedMoves(wish.lines)
    for path in wish.games:
        for game in read_lines(path, PLIES, progress):
            played.add(game)
    _hold_books(played, library)
    if wish.collection is not None:
        _hold_collection(played, wish.collection)
    if not any(line.games for line in played.positions.values()):
        raise BookError("No game reaches a position of these lines, so every move would be a novelty.")
    analyser = EngineAnalyser(wish.nodes, stopper)
    yield from find_novelties(played, analyser, wish.within, wish.from_ply, wish.most, progress)


def lines_of(paths: Iterable[Path], plies: int = PLIES) -> Iterator[tuple[chess.Move, ...]]:
    """The main lines of PGN files as lines to look at; games from other positions are left out."""
    for path in paths:
        for game in read_main_lines(path, ()):
            if game.start_fen is None and not game.chess960:
                yield _moves(line_of(game, plies).moves)


def _moves(codes: Sequence[int]) -> tuple[chess.Move, ...]:
    from books.key import decode

    board, found = chess.Board(), []
    for code in codes:
        move = decode(board, code)
        if move is None:
            break
        found.append(move)
        board.push(move)
    return tuple(found)


def _hold_books(played: PlayedMoves, library: Library) -> None:
    """The games that books counted are games."""
    for key in played.positions:
        rows = [row for row in library.rows(key) if round(row.games) > 0]
        played.hold(key, [row.move for row in rows], sum(round(row.games) for row in rows))
    played.moves_into(lambda key: any(round(row.games) > 0 for row in library.rows(key)))


def _hold_collection(played: PlayedMoves, path: Path) -> None:
    with Collection(path) as collection:
        for key in played.positions:
            games, moves = games_with_position(collection, unsigned(key))
            played.hold(key, {from_core(move) for move in moves if move}, len(games))
        played.moves_into(lambda key: bool(games_with_position(collection, unsigned(key))[0]))
