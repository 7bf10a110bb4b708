"""The cache of the judges' searches: a file that several runs share, so that no position is searched twice."""

import sqlite3
from pathlib import Path
from typing import NamedTuple

from books.errors import from_sqlite
from books.store.book_file import BookFile
from books.store.cache_file import opened_cache

_SCHEMA = (
    "CREATE TABLE IF NOT EXISTS searches (judge TEXT NOT NULL, key INTEGER NOT NULL, nodes INTEGER NOT NULL,"
    " depth INTEGER NOT NULL, lines TEXT NOT NULL, best_line TEXT NOT NULL, PRIMARY KEY (judge, key, nodes))"
    " STRICT, WITHOUT ROWID"
)


MOST_PLIES = 8
"""The stored length of the best line."""


class Search(NamedTuple):
    """A finished search: node limit, depth reached, the best moves (book codes) with their values in centipawns for the
    side to move, best first, and the principal variation (codes, at most `MOST_PLIES`)."""

    nodes: int
    depth: int
    lines: tuple[tuple[int, int], ...]
    best_line: tuple[int, ...] = ()

    @property
    def value(self) -> int:
        """The value of the position in centipawns for the side to move."""
        return self.lines[0][1]


class SearchFile:
    """The searches of all judges in one file. Use it from one thread; several programs may share the file."""

    def __init__(self, path: Path) -> None:
        """Opens or creates the file. :raises BookError: it cannot be opened."""
        self._path = path
        self._connection = opened_cache(path, _SCHEMA, wait_s=60)

    def close(self) -> None:
        self._connection.close()

    def deepest(self, judge: str) -> dict[int, Search]:
        """Returns the deepest search of each position (signed key) by a judge.
        :raises BookError: the file cannot be read."""
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
        """Adds a search, unless one with the same judge, position and node limit exists.
        :raises BookError: the file cannot be written."""
        lines = " ".join(f"{move}:{value}" for move, value in search.lines)
        try:
            self._connection.execute(
                "INSERT OR IGNORE INTO searches VALUES (?, ?, ?, ?, ?, ?)",
                (judge, key, search.nodes, search.depth, lines, " ".join(map(str, search.best_line))),
            )
        except sqlite3.Error as error:
            raise from_sqlite(error, self._path) from error


def copy_from_book(book: BookFile, file: SearchFile, second_nodes: int) -> int:
    """Copies the values in a book into the search cache, so that a lost cache costs little. A book holds only the best
    move and, for the second judge, only the value; `second_nodes` is that judge's node limit. Returns the number of
    searches.
    :raises BookError: the book is damaged, or the cache fails."""
    count = 0
    for position in book.all_positions():
        rows = book.rows(position.key)
        if position.value is not None and position.engine is not None and rows:
            heaviest = max(rows, key=lambda row: (row.flag, row.weight))
            best = position.exit_move or heaviest.move
            lines = ((best, position.value),)
            file.keep(position.engine, position.key, Search(position.nodes or 0, position.depth or 0, lines))
            count += 1
            if position.second is not None and position.second_engine is not None:
                file.keep(position.second_engine, position.key, Search(second_nodes, 0, ((best, position.second),)))
    return count


def _read(lines: str) -> tuple[tuple[int, int], ...]:
    pairs = (pair.split(":") for pair in lines.split())
    return tuple((int(move), int(value)) for move, value in pairs)
