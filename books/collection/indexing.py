"""Rebuilds the index of a whole collection from the moves of its games."""

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
    """Rebuilds the index inside the caller's transaction. A game with damaged moves is indexed up to the first illegal
    move."""
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
    """Adds the positions of a game's row to an index; of a damaged row, those before the damage."""
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
    """Yields the first and the last game of each run; numbers in between may be missing."""
    least, most = db.execute("SELECT min(id), max(id) FROM games").fetchone()
    for first in range(least or 1, (most or 0) + 1, RUN_GAMES):
        yield first, min(most, first + RUN_GAMES - 1)
