"""The runs of the position index: which games each holds, how a changed game moves to another, how runs are joined.

A run holds the games from `first` to `last` that `homes` does not name; a run of changed games (`last` is 0) holds those
that `homes` assigns to it. The home of a deleted game is not a run. What else its blocks contain of a game is out of
date and does not count. `games` counts the games that a run holds; their sum is the size of the collection.

Every look-up asks all runs. So more than `FAN` runs of similar size are joined to one, log-structured: a game is indexed
again once for each factor of `FAN`, up to `MOST_JOINED` games, whose positions need 250 MB while they are sorted. Runs
below `SMALL` games are joined at once, which takes 2 ms.
"""

import math
import sqlite3
import sys
from array import array
from collections.abc import Iterable, Sequence
from itertools import accumulate, islice, takewhile
from typing import NamedTuple

from books.collection import schema
from books.collection.signatures import add_signatures
from engine.ground.errors import PositionError
from engine.pgn.postings import PostingsBuilder
from engine.pgn.replay import Replay
from engine.rules.board import CoreBoard

FAN = 8
SMALL = 256
MOST_JOINED = 200_000
DELETED, NOWHERE = 0, -1  # homes of a deleted game: runs may still have entries of it, or not
FULL = sys.maxsize
_AT_ONCE = 500  # games in one SQL statement
SELECT_RUNS = "SELECT id, first, last, games, blocks FROM runs"


class Run(NamedTuple):
    """A run of the index: a row of the table."""

    id: int
    first: int
    last: int
    games: int
    blocks: int

    @property
    def size(self) -> int:
        """Number of games, deleted ones included."""
        return max(self.games, self.last - self.first + 1)

    @property
    def level(self) -> int:
        """Runs of the same level have a similar size, FAN times that of the level below; 0: small, `FULL`: not to be
        joined."""
        if 4 * self.size > MOST_JOINED:
            return FULL
        return 0 if self.size < SMALL else 1 + int(math.log(self.size / SMALL, FAN))


def add_run(db: sqlite3.Connection, first: int, last: int, games: int, blocks: Sequence[tuple[int, bytes]]) -> int:
    """Adds a run with its blocks. Returns its number."""
    made = db.execute(
        "INSERT INTO runs (first, last, games, blocks) VALUES (?, ?, ?, ?)", (first, last, games, len(blocks))
    )
    run = int(made.lastrowid or 0)
    db.executemany(schema.INSERT_BLOCK, ((run, key, data) for key, data in blocks))
    return run


def adopt_runs(db: sqlite3.Connection) -> None:
    """Enters the runs of version 4, whose number is their first game, into the table `runs`."""
    last = db.execute("SELECT coalesce(max(id), 0) FROM games").fetchone()[0]
    found = db.execute("SELECT run, count(*) FROM blocks GROUP BY run ORDER BY run").fetchall()
    if not found or found[0][0] > 1:
        found.insert(0, (1, 0))  # games without any position
    ends = [*(run - 1 for run, _ in found[1:]), last]
    for (first, blocks), end in zip(found, ends, strict=True):
        games = db.execute("SELECT count(*) FROM games WHERE id BETWEEN ? AND ?", (first, end)).fetchone()[0]
        if end >= first:
            db.execute("INSERT INTO runs VALUES (?, ?, ?, ?, ?)", (first, first, end, games, blocks))


def sign_runs(db: sqlite3.Connection) -> None:
    """Stores the signatures of all games again, by runs."""
    db.execute("DELETE FROM signatures")
    for run, first, last in db.execute("SELECT id, first, last FROM runs WHERE last > 0").fetchall():
        _sign_run(db, run, first, last)


def index_all(db: sqlite3.Connection) -> None:
    """Rebuilds the index inside the caller's transaction. A game with damaged moves is indexed up to the first illegal
    move."""
    for table in ("blocks", "runs", "homes", "signatures"):
        db.execute(f"DELETE FROM {table}")
    least, most = db.execute("SELECT min(id), max(id) FROM games").fetchone()
    for first in range(least or 1, (most or 0) + 1, MOST_JOINED):
        _index_range(db, first, min(most, first + MOST_JOINED - 1))


def index_games(db: sqlite3.Connection, numbers: Iterable[int]) -> None:
    """Indexes changed games again, in runs of their own; their earlier entries count no more."""
    games = sorted(numbers)
    for start in range(0, len(games), MOST_JOINED):
        _index_in_one_run(db, games[start : start + MOST_JOINED])


def _index_in_one_run(db: sqlite3.Connection, games: Sequence[int]) -> None:
    _leave(db, games)
    builder = PostingsBuilder()
    for start in range(0, len(games), _AT_ONCE):
        part = games[start : start + _AT_ONCE]
        _add_games(db, builder, f"id IN ({', '.join('?' * len(part))})", part)
    run = add_run(db, games[0], 0, len(games), builder.blocks(games[0]))
    db.executemany("INSERT INTO homes VALUES (?, ?)", ((game, run) for game in games))


def drop_games(db: sqlite3.Connection, numbers: Iterable[int]) -> None:
    """Takes deleted games out of the index: their entries count no more."""
    games = sorted(numbers)
    _leave(db, games)
    db.executemany("INSERT INTO homes VALUES (?, ?)", ((game, DELETED) for game in games))


def join_runs(db: sqlite3.Connection) -> None:
    """Joins the last runs if they are small, or if more than `FAN` of them are of the same level or a lower one."""
    ranges = [Run(*row) for row in db.execute(f"{SELECT_RUNS} WHERE last > 0 ORDER BY first")]
    while _are_many(tail := _tail(ranges)) and len(part := _fitting(tail)) > 1:
        place = len(ranges) - len(tail)
        ranges[place : place + len(part)] = [_index_range(db, part[0].first, part[-1].last)]
    changed = [Run(*row) for row in db.execute(f"{SELECT_RUNS} WHERE last = 0 ORDER BY id")]
    if _are_many(tail := _tail(changed)):
        numbers = ", ".join(str(run.id) for run in _fitting(tail))
        index_games(db, [row[0] for row in db.execute(f"SELECT game FROM homes WHERE run IN ({numbers})")])


def tidy_runs(db: sqlite3.Connection) -> None:
    """Rebuilds the runs that lost more than a quarter of their games."""
    for run in [Run(*row) for row in db.execute(f"{SELECT_RUNS} WHERE last > 0")]:
        if 4 * run.games < 3 * (run.last - run.first + 1):
            _index_range(db, run.first, run.last)


def _tail(runs: Sequence[Run]) -> list[Run]:
    """Returns the last runs up to the level of the very last one."""
    return list(takewhile(lambda run: run.level <= runs[-1].level < FULL, reversed(runs)))[::-1]


def _are_many(runs: Sequence[Run]) -> bool:
    return len(runs) > (FAN if runs and runs[-1].level else 1)


def _fitting(runs: Sequence[Run]) -> list[Run]:
    """Returns the first of the runs, as many as may become one."""
    sizes = accumulate(run.size for run in runs)
    return [run for run, size in zip(runs, sizes, strict=True) if size <= MOST_JOINED]


def _index_range(db: sqlite3.Connection, first: int, last: int) -> Run:
    """Indexes the games between two numbers in one run, instead of the runs that held them."""
    query = "SELECT game FROM homes WHERE game BETWEEN ? AND ? AND run > 0"
    _leave(db, [row[0] for row in db.execute(query, (first, last))])
    db.execute("UPDATE homes SET run = ? WHERE game BETWEEN ? AND ?", (NOWHERE, first, last))
    for (run,) in db.execute("SELECT id FROM runs WHERE first BETWEEN ? AND ? AND last > 0", (first, last)).fetchall():
        _drop_run(db, run)
    builder = PostingsBuilder()
    games = _add_games(db, builder, "id BETWEEN ? AND ?", (first, last))
    blocks = builder.blocks(first)
    run = add_run(db, first, last, games, blocks)
    _sign_run(db, run, first, last)
    return Run(run, first, last, games, len(blocks))


def _sign_run(db: sqlite3.Connection, run: int, first: int, last: int) -> None:
    """Stores the signatures of the games with these numbers, deleted ones included."""
    signatures, games = array("q"), array("I")
    for table in ("games", "bin"):
        query = f"SELECT signature, id FROM {table} WHERE id BETWEEN ? AND ? AND typeof(signature) = 'integer'"
        for signature, game in db.execute(query, (first, last)):
            signatures.append(signature)
            games.append(game)
    add_signatures(db, run, signatures, games)


def _leave(db: sqlite3.Connection, games: Sequence[int]) -> None:
    """Takes games out of the runs that hold them. A run of changed games that holds none any more is removed."""
    left: dict[int, int] = {}
    for game in games:
        home = db.execute("SELECT run FROM homes WHERE game = ?", (game,)).fetchone()
        if home is None:
            query = "SELECT id FROM runs WHERE first <= ? AND last >= ?"
            home = db.execute(query, (game, game)).fetchone() or (0,)
        left[home[0]] = left.get(home[0], 0) + 1
    db.executemany("DELETE FROM homes WHERE game = ?", ((game,) for game in games))
    for run, count in left.items():
        db.execute("UPDATE runs SET games = games - ? WHERE id = ?", (count, run))
    for (run,) in db.execute("SELECT id FROM runs WHERE last = 0 AND games <= 0").fetchall():
        _drop_run(db, run)


def _drop_run(db: sqlite3.Connection, run: int) -> None:
    for table in ("blocks", "signatures"):
        db.execute(f"DELETE FROM {table} WHERE run = ?", (run,))
    db.execute("DELETE FROM runs WHERE id = ?", (run,))


def _add_games(db: sqlite3.Connection, builder: PostingsBuilder, condition: str, values: Sequence[int]) -> int:
    """Adds the positions of games to an index. Returns the number of games."""
    count = 0
    rows = db.execute(f"{schema.SELECT_PLAYED} WHERE {condition}", values)
    while part := list(islice(rows, _AT_ONCE)):
        for number, moves, fen, chess960 in part:
            _add_positions(builder, number, moves, fen, chess960)
        count += len(part)
    return count


def _add_positions(builder: PostingsBuilder, number: int, moves: object, fen: object, chess960: object) -> None:
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
