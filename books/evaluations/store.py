"""The evaluation store: one SQLite file with the evaluations of positions by engines.

    with EvaluationStore(path) as store:
        known = store.best(Position.of(fen, chess960=False), engine)     # its lines, or None
        store.keep(KeptEvaluation(position, engine, nodes, lines))       # on the disk when it returns

A search with more nodes replaces one with fewer, and lines of the older one that the newer one lacks follow its own. Several
programs may use the file. Above its limit the least useful evaluations go first.
"""

import json
import sqlite3
import time
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from books.evaluations.values import MOST_LINES, EngineIdentity, KeptEvaluation, KeptLine
from books.store.database import Database, DatabaseKind
from engine.game.position import Position
from engine.ground.codec import as_json, of_json
from engine.ground.errors import RatsuError
from engine.ground.json_text import parse
from engine.rules.board import CoreBoard

DEFAULT_MB = 500
_CHECKED_EVERY = 200  # evaluations stored between two looks at the size
_LEFT = 0.9  # of the limit, after the least useful ones are gone
_HALVED_S = 60 * 86_400.0  # an evaluation of this age counts half of its nodes
_CHESS960 = 0x4E61_5374_5265_6961  # keeps the positions of both kinds of castling apart

_EVALUATIONS = """
CREATE TABLE engines (id INTEGER PRIMARY KEY, name TEXT NOT NULL, version TEXT NOT NULL, network TEXT NOT NULL,
    options TEXT NOT NULL, UNIQUE (name, version, network, options)) STRICT;
CREATE TABLE evaluations (key INTEGER NOT NULL, asked TEXT NOT NULL, engine INTEGER NOT NULL, position TEXT NOT NULL,
    chess960 INTEGER NOT NULL, nodes INTEGER NOT NULL, depth INTEGER NOT NULL, bound TEXT NOT NULL, lines TEXT NOT NULL,
    at INTEGER NOT NULL, PRIMARY KEY (key, asked, engine)) STRICT, WITHOUT ROWID;
"""
_PROJECTS = """
CREATE TABLE projects (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, root TEXT NOT NULL, chess960 INTEGER NOT NULL,
    engines TEXT NOT NULL, nodes INTEGER NOT NULL, note TEXT NOT NULL, made INTEGER NOT NULL) STRICT;
CREATE TABLE nodes (project INTEGER NOT NULL, key INTEGER NOT NULL, position TEXT NOT NULL, chess960 INTEGER NOT NULL,
    comment TEXT NOT NULL, locked INTEGER NOT NULL, visits INTEGER NOT NULL, seen INTEGER, seen_move TEXT NOT NULL,
    PRIMARY KEY (project, key)) STRICT, WITHOUT ROWID;
CREATE INDEX node_keys ON nodes (key);
CREATE TABLE marks (project INTEGER NOT NULL, key INTEGER NOT NULL, move TEXT NOT NULL, mark TEXT NOT NULL,
    PRIMARY KEY (project, key, move)) STRICT, WITHOUT ROWID;
CREATE TABLE leases (project INTEGER NOT NULL, key INTEGER NOT NULL, until REAL NOT NULL,
    PRIMARY KEY (project, key)) STRICT, WITHOUT ROWID;
"""
_SELECT = """SELECT position, chess960, nodes, lines, asked, at, name, version, network, options
    FROM evaluations JOIN engines ON engines.id = engine WHERE """
_USE = f"nodes / (1 + max(0, ? - at) / {_HALVED_S})"


class StoreError(RatsuError):
    """The evaluation store cannot be used; the message says which file, why, and what to do."""


def _told(path: Path, error: Exception) -> StoreError:
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code in (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT) or isinstance(error, ValueError):
        return StoreError("The evaluations in %1 are damaged (%2). Move the file away to start a new one.", path, error)
    if code == sqlite3.SQLITE_FULL:
        return StoreError("The disk is full: %1 is unchanged. Free some space, then try again.", path)
    return StoreError("The evaluations in %1 cannot be used (%2).", path, error)


_KIND = DatabaseKind(
    0x52614576,  # "RaEv"
    (_EVALUATIONS, _PROJECTS),
    _told,
    lambda path: StoreError("%1 is a database of another program. Choose another file for the evaluations.", path),
    lambda path: StoreError("%1 was written by a newer Ratsu. Update the program.", path),
)


def key_of(position: Position) -> int:
    """The key of a position: that of the core, signed, without its counters."""
    key = CoreBoard.from_fen(position.fen, position.chess960).key ^ (_CHESS960 if position.chess960 else 0)
    return key - (1 << 64) if key >= 1 << 63 else key


class EvaluationStore(Database):
    """An open store. Every method raises StoreError if the file cannot be read or written."""

    def __init__(self, path: Path, limit_mb: int = DEFAULT_MB) -> None:
        """Opens the file, or creates it.
        :raises StoreError: it belongs to another program or a newer Ratsu, is damaged, or cannot be written."""
        super().__init__(path, _KIND)
        self.limit_mb, self._kept = limit_mb, 0

    # Reading

    def best(
        self, position: Position, engine: EngineIdentity | None = None, asked: str = "", nodes: int = 0
    ) -> KeptEvaluation | None:
        """The evaluation of a position with most nodes, at least `nodes`: by this engine, else by another version or network of
        it. None for the engine: by any."""
        found = [one for one in self.all(position, asked) if one.nodes >= nodes and one.lines]
        if engine is not None:
            found = [one for one in found if (one.engine.name, one.engine.options) == (engine.name, engine.options)]
        return min(found, key=lambda one: (one.engine != engine, -one.nodes), default=None)

    def all(self, position: Position, asked: str = "") -> list[KeptEvaluation]:
        """The evaluations of a position by all engines, the one with most nodes first."""
        return list(self._read("key = ? AND asked = ? ORDER BY nodes DESC", (key_of(position), asked), position))

    def select(self, where: str, values: Iterable[Any]) -> list[KeptEvaluation]:
        """The evaluations of a condition in SQL, for the modules of this room."""
        return list(self._read(where, values))

    def latest(self, most: int) -> list[KeptEvaluation]:
        """The evaluations found last, the latest first."""
        return list(self._read("asked = '' ORDER BY at DESC, nodes DESC LIMIT ?", (most,)))

    def count(self) -> int:
        """The number of evaluations."""
        with self.errors():
            return int(self.db.execute("SELECT count(*) FROM evaluations").fetchone()[0])

    def changed(self) -> int:
        """A number that differs after another program or object has changed the file."""
        with self.errors():
            return int(self.db.execute("PRAGMA data_version").fetchone()[0])

    def size(self) -> int:
        """The size of what is stored, in bytes."""
        with self.errors():
            pages, free, each = (
                self.db.execute(f"PRAGMA {name}").fetchone()[0]
                for name in ("page_count", "freelist_count", "page_size")
            )
            return int((pages - free) * each)

    # Writing

    def keep(self, *found: KeptEvaluation) -> None:
        """Stores evaluations in one transaction. One with fewer nodes than the stored one adds only the lines that it lacks."""
        with self.change():
            for one in found:
                self._keep(one)
        self._kept += len(found)
        if self._kept >= _CHECKED_EVERY:
            self._kept = 0
            self.trim()

    def forget(self, position: Position) -> None:
        """Removes what is stored about a position."""
        with self.change() as db:
            db.execute("DELETE FROM evaluations WHERE key = ?", (key_of(position),))

    def trim(self) -> int:
        """Removes the least useful evaluations if the file is larger than its limit: those of few nodes and long ago,
        but none of a project. Returns how many."""
        size, limit = self.size(), self.limit_mb << 20
        if size <= limit:
            return 0
        with self.change() as db:
            count = self.count()
            most = max(1, int(count * (1 - limit * _LEFT / size)))
            db.execute(
                f"""DELETE FROM evaluations WHERE (key, asked, engine) IN
                (SELECT key, asked, engine FROM evaluations WHERE key NOT IN (SELECT key FROM nodes)
                ORDER BY {_USE} LIMIT ?)""",
                (time.time(), most),
            )
            left = self.count()
        with self.errors():
            self.db.execute("PRAGMA incremental_vacuum").fetchall()
        return count - left

    # Inside

    def _keep(self, one: KeptEvaluation) -> None:
        key, engine = key_of(one.position), self._engine(one.engine)
        where, place = "key = ? AND asked = ? AND engine = ?", (key, one.asked, engine)
        old = next(self._read(where, place, one.position), None)
        if old is not None:
            more, less = (one, old) if one.nodes >= old.nodes else (old, one)
            first = {line.moves[:1] for line in more.lines}
            rest = tuple(line for line in less.lines if line.moves[:1] not in first)
            one = replace(more, lines=(more.lines + rest)[:MOST_LINES])
        row = (
            *(key, one.asked, engine, one.position.identity, one.position.chess960, min(one.nodes, 2**62), one.depth),
            *(one.lines[0].bound.value, _written(one.lines), one.at or int(time.time())),
        )
        self.db.execute("INSERT OR REPLACE INTO evaluations VALUES (?,?,?,?,?,?,?,?,?,?)", row)

    def _engine(self, engine: EngineIdentity) -> int:
        values = (engine.name, engine.version, engine.network, engine.options)
        self.db.execute("INSERT OR IGNORE INTO engines (name, version, network, options) VALUES (?,?,?,?)", values)
        query = "SELECT id FROM engines WHERE name = ? AND version = ? AND network = ? AND options = ?"
        return int(self.db.execute(query, values).fetchone()[0])

    def _read(self, where: str, values: Iterable[Any], position: Position | None = None) -> Iterator[KeptEvaluation]:
        with self.errors():
            for row in self.db.execute(_SELECT + where, tuple(values)).fetchall():
                there = position or Position.of(row[0], bool(row[1]))
                if there.identity == row[0]:
                    yield KeptEvaluation(there, EngineIdentity(*row[6:]), row[2], _lines(row[3]), row[4], row[5])


def _written(lines: tuple[KeptLine, ...]) -> str:
    return json.dumps([as_json(line) for line in lines], separators=(",", ":"))


def _lines(text: str) -> tuple[KeptLine, ...]:
    """:raises JsonError: the text is damaged."""
    return tuple(of_json(KeptLine, line) for line in parse(text))
