"""A file cache of analyses, so that checking a big book can be interrupted, resumed and repeated without new searches."""

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import chess

from books.analysis import Analyser, Analysis
from books.errors import SQLITE_FAULTS, from_sqlite
from books.key import decode, encode, position_key
from books.store.cache_file import opened_cache

_SCHEMA = (
    "CREATE TABLE IF NOT EXISTS evaluations (key INTEGER NOT NULL, asked INTEGER NOT NULL, effort TEXT NOT NULL,"
    " move INTEGER NOT NULL, centipawns INTEGER NOT NULL, depth INTEGER NOT NULL, nodes INTEGER NOT NULL,"
    " PRIMARY KEY (key, asked, effort)) STRICT, WITHOUT ROWID"
)
ALL_MOVES = 0


class CachedAnalyser:
    """An analyser with a file cache. Use it from one thread; several programs may share the file.

    `effort` names engine, version and effort, e.g. "Ratsu 0.1, 200000 nodes": only analyses of equal effort are reused.
    With `enough`, any analysis with that number of nodes is reused, whatever the engine's version. Analyses of several
    but not all moves, and deeper ones, are not cached.
    """

    def __init__(self, path: Path, effort: str, analyse: Analyser, enough: int | None = None) -> None:
        """Opens or creates the file. :raises BookError: it cannot be opened."""
        self.searched = 0
        self._path = path
        self._effort = effort
        self._enough = enough
        self._analyse = analyse
        self._connection = opened_cache(path, _SCHEMA, wait_s=10)

    def close(self) -> None:
        self._connection.close()

    def __call__(self, board: chess.Board, root_moves: Sequence[chess.Move] = (), times: int = 1) -> Analysis:
        """Analyses as books.analysis.Analyser. :raises BookError: the file fails."""
        if len(root_moves) > 1 or times > 1:
            return self._analyse(board, root_moves, times)
        key = position_key(board)
        asked = encode(board, root_moves[0]) if root_moves else ALL_MOVES
        known = self._find(board, key, asked)
        if known:
            return known
        found = self._analyse(board, root_moves)
        self.searched += 1
        row = key, asked, self._effort, encode(board, found.move), found.centipawns, found.depth, found.nodes
        try:
            self._connection.execute("INSERT OR REPLACE INTO evaluations VALUES (?, ?, ?, ?, ?, ?, ?)", row)
        except SQLITE_FAULTS as error:
            raise from_sqlite(error, self._path) from error
        return found

    def knows(self, board: chess.Board) -> bool:
        """Whether a position is cached. :raises BookError: the file fails."""
        return self._find(board, position_key(board), ALL_MOVES) is not None

    def _find(self, board: chess.Board, key: int, asked: int) -> Analysis | None:
        sql = (
            "SELECT move, centipawns, depth, nodes, effort FROM evaluations WHERE key = ? AND asked = ?"
            " AND (effort = ? OR nodes >= ?) ORDER BY nodes DESC, effort = ? DESC LIMIT 1"
        )
        enough = self._enough if self._enough is not None else 1 << 62
        try:
            with closing(self._connection.execute(sql, (key, asked, self._effort, enough, self._effort))) as cursor:
                row = cursor.fetchone()
        except SQLITE_FAULTS as error:
            raise from_sqlite(error, self._path) from error
        move = decode(board, row[0]) if row else None
        return Analysis(move, *row[1:]) if move else None
