"""The games that books are built from and measured with: moves as book codes, with the keys of the positions."""

from array import array
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import chess

from books.key import decode, from_core
from books.progress import Progress, report, silent
from engine.game.position import Position
from engine.pgn.mainlines import MainLine
from engine.pgn.reader import read_main_lines

HALF_POINTS = {"1-0": 2, "1/2-1/2": 1, "0-1": 0}
_PROMOTION = 1


class GameLine(NamedTuple):
    """The beginning of a game: `moves[i]` was played in the position with the signed key `keys[i]`.

    `half_points` are White's (0, 1, 2), None if unfinished. `white_first` is False if Black moves first; `start` is the
    FEN of an unusual start position, of Chess960 if `chess960`.
    """

    keys: Sequence[int]
    moves: Sequence[int]
    half_points: int | None
    white: str
    black: str
    white_first: bool = True
    start: str | None = None
    chess960: bool = False


class GameReplay:
    """Replays a game forwards, as far as asked."""

    def __init__(self, game: GameLine) -> None:
        self._game, self._ply = game, 0
        self._board: chess.Board | None = chess.Board(game.start or chess.STARTING_FEN, chess960=game.chess960)

    def board(self, ply: int) -> chess.Board | None:
        """Returns the position before a ply; plies must be asked in ascending order. None after an illegal move."""
        while self._board is not None and self._ply < ply:
            move = decode(self._board, self._game.moves[self._ply])
            if move is None:
                self._board = None
                break
            self._board.push(move)
            self._ply += 1
        return self._board


def read_lines(path: Path, max_ply: int, progress: Progress = silent) -> Iterator[GameLine]:
    """Yields the first `max_ply` plies of every game of a PGN file (plain, gz, zst), up to an unreadable move. Progress
    in bytes. Chess960 games have Chess960 keys.

    :raises PgnError: the file cannot be opened or unpacked.
    :raises CancelledError: the user stopped it.
    """
    for game in read_main_lines(path, ("White", "Black", "Result"), progress=_Raising(progress), plies=max_ply):
        yield line_of(game, max_ply)


def line_of(game: MainLine, max_ply: int) -> GameLine:
    moves = game.moves[:max_ply]
    end = moves.index(0) if 0 in moves else len(moves)  # a null move ends the usable part
    keys = array("q", (game.keys or array("Q"))[:end].tobytes())
    codes = [move & 0xFFF if move >> 14 != _PROMOTION else from_core(move) for move in moves[: len(keys)]]
    headers = game.headers
    white_first = game.start_fen is None or not codes or Position.of(game.start_fen, game.chess960).white_to_move
    half_points = HALF_POINTS.get(game.result)
    names = headers.get("White", "?"), headers.get("Black", "?")
    return GameLine(keys, codes, half_points, *names, white_first, game.start_fen, game.chess960)


class _Raising:
    """A progress callback that raises CancelledError. The PGN reader would just stop, and half a file must not become a
    book."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress

    def __call__(self, done: int, total: int) -> bool:
        report(self._progress, done, total)
        return True
