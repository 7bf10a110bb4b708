"""What judges found when they searched positions: a file that many runs share, so that none searches twice."""

import sqlite3
from pathlib import Path
from typing import NamedTuple

from books.errors import from_sqlite

_SCHEMA = (
    "CREATE TABLE IF NOT EXISTS searches (judge TEXT NOT NULL, key INTEGER NOT NULL, nodes INTEGER NOT NULL,"
    " depth INTEGER NOT NULL, lines TEXT NOT NULL, best_line TEXT NOT NULL, PRIMARY KEY (judge, key, nodes))"
    " STRICT, WITHOUT ROWID"
)


MOST_PLIES = 8
"""Of the best line that are kept."""


class Search(NamedTuple):
    """A finished search: nodes asked for, depth reached, the best moves (book codes) with their values in centipawns for
    the side to move, best first, and the line of the best one (codes, at most `MOST_PLIES`)."""

    nodes: int
    depth: int
    lines: tuple[tuple[int, int], ...]
    best_line: tuple[int, ...] = ()

    @property
    def value(self) -> int:
        """The value of the position in centipawns for the side to move."""
        return self.lines[0][1]


class SearchFile:
    """The searches of all judges in one file. Use from one thread; several programs may share the file."""

    def __init__(self, path: Path) -> None:
        """Opens or creates the file. Raises BookError."""
        self._path = path
        try:
            self._connection = sqlite3.connect(path, isolation_level=None, timeout=60)
            self._connection.execute("PRAGMA journal_mode = WAL")
            self._connection.execute("PRAGMA synchronous = NORMAL")
            self._connection.execute(_SCHEMA)
        except sqlite3.Error as error:
            raise from_sqlite(error, path) from error

    def close(self) -> None:
        """Closes the file."""
        self._connection.close()

    def deepest(self, judge: str) -> dict[int, Search]:
        """The deepest search of each position (signed key) by a judge. Raises BookError."""
        try:
            rows = self._connection.execute(
                "SELECT key, nodes, depth, lines, best_line FROM searches WHERE judge = ? ORDER BY nodes", (judge,)
            )
            return {
                key: Search(nodes, depth, _read(lines), tuple(map(int, best_line.split())))
                for key, nodes, depth, lines, best_line in rows
            }
        except (sqlite3.Error, ValueError) as error:
            raise from_sqlite(error, self._path) from error

    def keep(self, judge: str, key: int, search: Search) -> None:
        """Adds a search. Raises BookError."""
        lines = " ".join(f"{move}:{value}" for move, value in search.lines)
        try:
            self._connection.execute(
                "INSERT OR REPLACE INTO searches VALUES (?, ?, ?, ?, ?, ?)",
                (judge, key, search.nodes, search.depth, lines, " ".join(map(str, search.best_line))),
            )
        except sqlite3.Error as error:
            raise from_sqlite(error, self._path) from error


def _read(lines: str) -> tuple[tuple[int, int], ...]:
    pairs = (pair.split(":") for pair in lines.split())
    return tuple((int(move), int(value)) for move, value in pairs)
