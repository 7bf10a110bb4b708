"""The index of a whole collection, built again from the moves of its games."""

import sqlite3
import sys
from array import array
from collections.abc import Iterator

from books.collection import schema
from engine.ground.errors import PositionError
from engine.pgn.postings import PostingsBuilder
from engine.pgn.replay import Replay
from engine.rules.board import CoreBoard

RUN_GAMES = 20_000


def index_all(db: sqlite3.Connection) -> None:
    """Builds the index again, inside the caller's transaction. A game whose moves are damaged is in it as far as they can be
    played.
    """
    db.execute("DELETE FROM blocks")
    for first, last in _runs(db):
        builder = PostingsBuilder()
        for number, moves, fen, chess960 in db.execute(
            f"{schema.SELECT_PLAYED} WHERE id BETWEEN ? AND ?", (first, last)
        ):
            _keep_positions(builder, number, moves, fen, chess960)
        rows = ((first, key, data) for key, data in builder.blocks(first))
        db.executemany(schema.INSERT_BLOCK, rows)


def _keep_positions(builder: PostingsBuilder, number: int, moves: object, fen: object, chess960: object) -> None:
    """Takes the positions of a row of a game into an index; of one that is damaged, those that can be played."""
    if not isinstance(moves, bytes):
        return
    try:
        board = CoreBoard.start() if fen is None else CoreBoard.from_fen(str(fen), bool(chess960))
    except PositionError:
        return
    played = array("H", moves[: len(moves) // 2 * 2])
    if sys.byteorder == "big":
        played.byteswap()
    builder.add(number, Replay(board, moves).keys(), played)


def _runs(db: sqlite3.Connection) -> Iterator[tuple[int, int]]:
    """The first and the last game of each run; some numbers may be missing in between."""
    least, most = db.execute("SELECT min(id), max(id) FROM games").fetchone()
    for first in range(least or 1, (most or 0) + 1, RUN_GAMES):
        yield first, min(most, first + RUN_GAMES - 1)
