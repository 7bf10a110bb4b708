"""The games that books are built from and measured with: their moves as book codes beside the keys of the positions."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import chess
import chess.pgn

from books.errors import BookMissingError
from books.key import encode, position_key
from books.progress import Progress, report, silent

RESULTS = {"1-0": 2, "1/2-1/2": 1, "0-1": 0}
"""White's half points by result."""


class GameLine(NamedTuple):
    """The beginning of a game: `moves[i]` was played in the position with key `keys[i]`. `half_points` are White's (0,
    1, 2), None if unfinished. `white_moves_first` is False where the game starts with Black."""

    keys: list[int]
    moves: list[int]
    half_points: int | None
    white: str
    black: str
    white_moves_first: bool = True


def read_lines(path: Path, max_ply: int, progress: Progress = silent) -> Iterator[GameLine]:
    """The first `max_ply` plies of every readable game of a PGN file. Progress in bytes. Raises BookMissingError,
    CancelledError.
    """
    try:
        file = path.open(encoding="utf-8", errors="replace")
    except OSError as error:
        raise BookMissingError(f"The games {path} cannot be opened ({error.strerror}). Check the path.") from error
    with file:
        size, number = path.stat().st_size, 0
        while (game := chess.pgn.read_game(file)) is not None:
            number += 1
            if number % 100 == 0:
                report(progress, min(size, file.tell()), size)
            if not game.errors and "Variant" not in game.headers:
                yield line_of(game, max_ply)


def line_of(game: chess.pgn.Game, max_ply: int) -> GameLine:
    """The line of a game that python-chess has read."""
    board = game.board()
    keys: list[int] = []
    moves: list[int] = []
    first = board.turn == chess.WHITE
    for move in game.mainline_moves():
        if len(moves) >= max_ply:
            break
        keys.append(position_key(board))
        moves.append(encode(board, move))
        board.push(move)
    headers = game.headers
    return GameLine(
        keys,
        moves,
        RESULTS.get(headers.get("Result", "*")),
        headers.get("White", "?"),
        headers.get("Black", "?"),
        first,
    )
