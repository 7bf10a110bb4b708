"""What judges found when they searched positions: a file that many runs share, so that none searches twice."""

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
        self._connection = opened_cache(path, _SCHEMA, wait_s=60)

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
        """Adds a search, unless there is one with as many nodes. Raises BookError."""
        lines = " ".join(f"{move}:{value}" for move, value in search.lines)
        try:
            self._connection.execute(
                "INSERT OR IGNORE INTO searches VALUES (?, ?, ?, ?, ?, ?)",
                (judge, key, search.nodes, search.depth, lines, " ".join(map(str, search.best_line))),
            )
        except sqlite3.Error as error:
            raise from_sqlite(error, self._path) from error


def take_over(book: BookFile, file: SearchFile, second_nodes: int) -> int:
    """Keeps what a book says of its positions as searches, so that a file of searches that is lost costs little. Of the lines
    only the best is in a book, and of the second judge only the value: `second_nodes` are its nodes. Returns how many.

    :raises BookError: the book is damaged, or the file fails.
    """
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
