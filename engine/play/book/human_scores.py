"""Scores and traps against people of a rating: from a collection's games, and by the predictor."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import chess

from books.collection.game_collection import Collection
from books.formats.games import line_of
from books.key import position_key
from books.preparation.expected_scores import ExpectedScore, RatedMove, expected_scores
from books.preparation.rated import rated_games
from books.preparation.traps import Trap
from books.progress import Progress, report, silent
from engine.game.tags.ratings import elo_in
from engine.ground.values import dataclass
from engine.ground.write_targets import is_file
from engine.pgn.reader import read_main_lines
from engine.play.people.human_replies import HumanReplies

PLIES = 60


@dataclass(frozen=True)
class MoveForPeople:
    """A move against people of a rating: its expected score, and its trap (None: not computed)."""

    move: chess.Move
    expected: ExpectedScore
    trap: Trap | None = None


def for_people(
    board: chess.Board,
    moves: Sequence[chess.Move],
    people: HumanReplies,
    games: Sequence[RatedMove],
    traps: bool = False,
) -> tuple[MoveForPeople, ...]:
    """The expected score of each move. With `traps` also the traps, half a second a move."""
    scores = expected_scores(board, moves, people.elo, games, people.predicted)
    return tuple(MoveForPeople(move, scores[move], people.trap(board, move) if traps else None) for move in moves)


def collected(path: Path | None, board: chess.Board) -> list[RatedMove]:
    """The rated games of a collection that continued from a position; empty if the file is missing.

    :raises CollectionError: it cannot be read.
    """
    if path is None or not is_file(path):
        return []
    with Collection(path) as collection:
        return list(rated_games(collection, position_key(board), bool(board.turn)))


def in_files(paths: Sequence[Path], board: chess.Board, progress: Progress = silent) -> Iterator[RatedMove]:
    """The rated games of PGN files that continued from a position. :raises PgnError: :raises CancelledError:"""
    key = position_key(board)

    def raising(done: int, total: int) -> bool:
        report(progress, done, total)
        return True

    for path in paths:
        for game in read_main_lines(path, ("White", "Black", "Result", "WhiteElo", "BlackElo"), progress=raising):
            elos = [elo_in(game.headers.get(name, "")) for name in ("WhiteElo", "BlackElo")]
            line = line_of(game, PLIES)
            if line.half_points is None or not elos[0] or not elos[1] or key not in line.keys:
                continue
            half_points = line.half_points if board.turn else 2 - line.half_points
            yield RatedMove(line.moves[list(line.keys).index(key)], half_points, (elos[0] + elos[1]) // 2)
