"""Games downloaded one by one into a collection. Each transaction also saves the progress, so that a killed download
resumes without losing or doubling a game.

A game with a URL (`Site` of lichess, `Link` of chess.com) is identified by the URL alone, so that two short equal games
are both stored. A game that comes again with evaluations replaces the stored text,
unless the user has changed it.
"""

import sqlite3
import zlib
from pathlib import Path

from books.collection import schema
from books.collection.game_collection import CollectedGame, Collection
from books.collection.import_identity import find_same
from books.collection.importing.imports import Import, ImportReport
from books.collection.importing.undo import SELECT_PROGRESS, ImportUndo
from books.collection.rows import signature
from engine.ground.text import NOTHING
from engine.pgn.mainlines import MainLine, MainLineReader

BATCH_GAMES = 1000  # a transaction; after a kill at most this number is requested again


class DownloadImport(Import):
    """The download of one source of games into a collection, for one thread."""

    def __init__(self, collection: Collection, source: str, undo: ImportUndo | None = None) -> None:
        """`source`: the URL with its query. `undo`: of all sources of this download.
        :raises CollectionError: the collection cannot be written."""
        self._address = source
        self._batch: list[MainLine] = []
        super().__init__(collection, Path("games"), None, "en", undo)
        self.place = self._offset
        self._undone = self._undone_addresses()

    @property
    def finished(self) -> bool:
        """Whether the source is complete and changes no more."""
        return bool(self._counts[4])

    @property
    def added(self) -> int:
        """Number of new games from this source, over all runs."""
        return self._counts[1]

    def add(self, pgn: bytes) -> bool:
        """Adds a game to the batch. Each is parsed alone, so that a broken game does not spoil others. Returns whether
        the batch is full."""
        self._batch += MainLineReader("", language="en", contents=True).feed(pgn, True)
        return len(self._batch) >= BATCH_GAMES

    def save(self, place: int, stamp: int = 0, done: bool = False) -> ImportReport:
        """Writes the batch together with the place where the next download resumes. `place`: milliseconds since 1970,
        or the source's own count; `stamp`: the source's last change, in seconds; `done`: the source changes no more.
        :raises CollectionError: it cannot be written; then none of the batch is stored."""
        self.place = place
        batch, self._batch = self._batch, []
        self._take(self._new_ones(batch))
        self._write(done)
        if stamp:
            self.stamp = stamp
            with self._collection.transaction() as db:
                db.execute("UPDATE sources SET modified_ns = ? WHERE id = ?", (stamp, self._source))
                self.undo.written(db, self._source)
        return self._report()

    def _place(self) -> int:
        return self.place

    def _find_source(self) -> tuple[int, int, list[int]]:
        """Returns the row of the source, which is made at the first request."""
        with self._collection.transaction() as db:
            db.execute("INSERT OR IGNORE INTO sources (path, size, modified_ns) VALUES (?, 0, 0)", (self._address,))
            row = db.execute(f"{SELECT_PROGRESS} WHERE path = ?", (self._address,)).fetchone()
        fault = schema.SOURCES.fault(row)
        if fault != NOTHING:
            raise self._collection.damage_error(fault)
        self.undo.source(row)
        self.stamp = int(row[2])
        return row[0], row[3], list(row[4:])

    def _new_ones(self, batch: list[MainLine]) -> list[MainLine]:
        """Returns the games whose URL is new. Known games get annotations that have grown."""
        new, seen = [], set[str]()
        with self._collection.transaction() as db:
            for line in batch:
                address = _address_of(line.headers)
                if address in self._undone:
                    self._undone.discard(address)
                    new.append(line)  # to come out of the bin
                elif address and (address in seen or self._is_here(db, line.headers)):
                    self._counts[0] += 1
                    self._counts[2] += 1
                    self._renew(db, line)
                else:
                    new.append(line)
                seen.add(address)
            self.undo.written(db, self._source)
        return new

    def _undone_addresses(self) -> set[str]:
        """Returns the URLs of games of this source, with whatever query, that are in the bin because their import was
        undone."""
        query = """SELECT bin.id FROM bin JOIN sources ON sources.id = source
            WHERE deleted_s = ? AND substr(path, 1, length(?)) = ?"""
        address = self._address.split(" ")[0]
        found = self._collection.rows(schema.NUMBER, query, (schema.IMPORT_UNDONE, address, address))
        numbers = [row[0] for row in found]
        return {self._address_of_game(game) for game in self._collection.games(numbers, "bin")} - {""}

    def _is_here(self, db: sqlite3.Connection, headers: dict[str, str]) -> bool:
        if "Link" in headers:
            query, values = "SELECT 1 FROM tags WHERE name = ? AND value = ?", ("Link", headers["Link"])
        else:
            query = "SELECT 1 FROM events WHERE name = ? AND site = ?"
            values = (headers.get("Event", "?"), headers.get("Site", "?"))
        return db.execute(query, values).fetchone() is not None

    def _renew(self, db: sqlite3.Connection, line: MainLine) -> None:
        same = find_same(db, signature(line))
        if same is None or same.binned or same.changed or line.content is None:
            return
        if self._kept_address(same.number) != _address_of(line.headers):
            return
        if len(line.content) > len(self._collection.text(same.number) or b""):
            self.undo.complete(same.number)
            db.execute("INSERT OR REPLACE INTO texts VALUES (?, ?)", (same.number, zlib.compress(line.content, 1)))

    def _kept_address(self, number: int) -> str:
        return self._address_of_game(self._collection.games([number])[0])

    def _address_of_game(self, game: CollectedGame) -> str:
        return _address_of({"Site": game.site, **dict(self._collection.tags(game.more).values())})


def _address_of(headers: dict[str, str]) -> str:
    """Returns the game's own URL; empty if it has none."""
    return next((value for name in ("Link", "Site") if (value := headers.get(name, "")).startswith("https://")), "")
