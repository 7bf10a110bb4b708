"""PGN files into a collection: in batches, each one transaction, so that an import continues where it was stopped or
killed.
"""

import hashlib
import sqlite3
import sys
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from books.collection import schema
from books.collection.game_collection import RESULT_TOKENS, Collection
from engine.pgn.errors import PgnError
from engine.pgn.mainlines import MainLine, MainLineReader
from engine.pgn.postings import PostingsBuilder, pack_traits
from engine.pgn.recognise import language_at
from engine.pgn.streams import Progress, blocks
from engine.text import NOTHING

BATCH_GAMES = 20_000  # a transaction: about 50 MB of memory, a second or two of work
HEADERS = ("White", "Black", "Event", "Site", "Round", "Date", "WhiteElo", "BlackElo", "ECO")
SHORT_PLIES = 20  # below this the date must agree too before two games are called the same

_INSERT = """INSERT OR IGNORE INTO games (id, white, black, event, round, date, result, white_elo, black_elo, eco, moves,
    start_fen, chess960, source, signature) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"""


@dataclass(frozen=True)
class ImportReport:
    """What became of a file: games read, added, left out as duplicates; games with problems; whether all of it was
    read.
    """

    games: int
    added: int
    duplicates: int
    problems: int
    done: bool


class _Names:
    """Numbers of names, with those kept that were met before; forgotten where a batch fails."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self._players: dict[str, int] = {}
        self._events: dict[tuple[str, str], int] = {}

    def player(self, name: str) -> int:
        number = self._players.get(name)
        if number is None:
            row = self._db.execute("SELECT id FROM players WHERE name = ?", (name,)).fetchone()
            if row is None:
                values = (name, folded(name))
                row = (self._db.execute("INSERT INTO players (name, folded) VALUES (?, ?)", values).lastrowid,)
            number = self._players[name] = int(row[0])
        return number

    def event(self, name: str, site: str) -> int:
        number = self._events.get((name, site))
        if number is None:
            row = self._db.execute("SELECT id FROM events WHERE name = ? AND site = ?", (name, site)).fetchone()
            if row is None:
                values = (name, site, folded(f"{name}\n{site}"))
                row = (self._db.execute("INSERT INTO events (name, site, folded) VALUES (?, ?, ?)", values).lastrowid,)
            number = self._events[name, site] = int(row[0])
        return number


def folded(name: str) -> str:
    """A name without case and accents, for searching: `Müller, Karl` is `muller, karl`."""
    return "".join(c for c in unicodedata.normalize("NFKD", name.casefold()) if not unicodedata.combining(c))


def import_pgn(
    collection: Collection, path: Path | str, progress: Progress | None = None, language: str = ""
) -> ImportReport:
    """Adds the games of a file (plain, gz, zst). `progress` gets the bytes done and in all; if it answers no the import
    stops behind the last whole batch and continues there the next time, as it does after a crash. A file that has changed
    since is read again, and the games that are there already are left out. `language` says which piece letters the file
    uses; empty: it is found by what can be played.

    :raises PgnError: if the file cannot be read. :raises CollectionError: if the collection cannot be written.
    """
    path = Path(path).resolve()
    run = _Import(collection, path, progress, language)
    return run.run()


class _Import:
    """One file on its way in."""

    def __init__(self, collection: Collection, path: Path, progress: Progress | None, language: str) -> None:
        self._collection = collection
        self._path = path
        self._progress = progress
        self._cancelled = False
        self._postings = PostingsBuilder()
        self._names = _Names(collection.db)
        self._source, self._offset, self._counts = self._find_source()
        self._reader = MainLineReader(path.name, HEADERS, language=language or language_at(path))
        self._reader.skip_to(self._counts[0], self._offset)

    def run(self) -> ImportReport:
        if self._counts[4]:
            return self._report()
        batch: list[MainLine] = []
        for block in self._rest(blocks(self._path, self._go_on, None)):
            batch += self._reader.feed(block)
            if len(batch) >= BATCH_GAMES:
                self._write(batch, False)
                batch = []
        if not self._cancelled:
            batch += self._reader.feed(b"", True)
        self._write(batch, not self._cancelled)
        return self._report()

    def _report(self) -> ImportReport:
        games, added, duplicates, problems, done = self._counts
        return ImportReport(games, added, duplicates, problems, bool(done))

    def _go_on(self, done: int, total: int) -> bool:
        self._cancelled = self._progress is not None and not self._progress(done, total)
        return not self._cancelled

    def _find_source(self) -> tuple[int, int, list[int]]:
        """The file's row, with what is known of an earlier import; made new if the file has changed."""
        try:
            status = self._path.stat()
        except OSError as error:
            raise PgnError("cannot open %1: %2", self._path, error) from error
        with self._collection.transaction() as db:
            row = db.execute(
                "SELECT id, size, modified_ns, offset, games, added, duplicates, problems, done FROM sources WHERE path = ?",
                (str(self._path),),
            ).fetchone()
            fault = schema.SOURCES.fault(row) if row else NOTHING
            if fault:
                raise self._collection.damage_error(fault)
            if row and (row[1], row[2]) == (status.st_size, status.st_mtime_ns):
                return row[0], row[3], list(row[4:])
            if row:
                db.execute(
                    """UPDATE sources SET size = ?, modified_ns = ?, offset = 0, games = 0, added = 0, duplicates = 0,
                    problems = 0,
                    done = 0 WHERE id = ?""",
                    (status.st_size, status.st_mtime_ns, row[0]),
                )
                return row[0], 0, [0] * 5
            number = db.execute(
                "INSERT INTO sources (path, size, modified_ns) VALUES (?, ?, ?)",
                (str(self._path), status.st_size, status.st_mtime_ns),
            ).lastrowid
        return int(number or 0), 0, [0] * 5

    def _rest(self, content: Iterator[bytes]) -> Iterator[bytes]:
        """The blocks from the offset on, where an earlier import stopped."""
        at = 0
        for block in content:
            if at + len(block) > self._offset:
                yield block[max(0, self._offset - at) :]
            at += len(block)

    def _write(self, batch: list[MainLine], done: bool) -> None:
        """Adds a batch: all of it or nothing."""
        counts = list(self._counts)
        with self._collection.transaction() as db:
            first = len(self._collection) + 1
            number = first
            traits = []
            for line in batch:
                counts[0] += 1
                counts[3] += bool(line.problems)
                if db.execute(_INSERT, self._row(number, line)).rowcount == 0:
                    counts[2] += 1
                    continue
                counts[1] += 1
                if line.keys is not None:
                    self._postings.add(number, line.keys, line.moves)
                traits.append(_traits(line))
                number += 1
            if traits:
                db.execute("INSERT INTO traits VALUES (?, ?)", (first, b"".join(traits)))
                rows = ((first, key, data) for key, data in self._postings.blocks())
                db.executemany("INSERT INTO blocks (run, first_key, data) VALUES (?, ?, ?)", rows)
            counts[4] = int(done)
            db.execute(
                "UPDATE sources SET offset = ?, games = ?, added = ?, duplicates = ?, problems = ?, done = ? WHERE id = ?",
                (self._reader.consumed, *counts, self._source),
            )
        self._counts = counts

    def _row(self, number: int, line: MainLine) -> tuple[object, ...]:
        headers = line.headers
        moves = line.moves
        if sys.byteorder == "big":
            moves = moves[:]
            moves.byteswap()
        packed = moves.tobytes()
        return (
            number,
            self._names.player(headers.get("White", "?")),
            self._names.player(headers.get("Black", "?")),
            self._names.event(headers.get("Event", "?"), headers.get("Site", "?")),
            headers.get("Round"),
            headers.get("Date"),
            RESULT_TOKENS.index(line.result),
            elo_of(headers.get("WhiteElo", "")),
            elo_of(headers.get("BlackElo", "")),
            headers.get("ECO"),
            packed,
            line.start_fen,
            int(line.chess960) or None,
            self._source,
            signature(line, packed),
        )


def elo_of(text: str) -> int | None:
    """A rating, None where there is none that makes sense."""
    return int(text) if text.isascii() and text.isdigit() and 0 < int(text[:6]) < 5000 else None


def _traits(line: MainLine) -> bytes:
    elos = [elo for elo in (elo_of(line.headers.get(name, "")) for name in ("WhiteElo", "BlackElo")) if elo]
    year = line.headers.get("Date", "")[:4]
    return pack_traits(
        line.material,
        sum(elos) // len(elos) if elos else 0,
        int(year) if year.isascii() and year.isdigit() else 0,
        RESULT_TOKENS.index(line.result),
    )


def signature(line: MainLine, packed: bytes) -> int:
    """Two games are the same if moves, start and both surnames agree; short ones must agree in date, event and round
    too.
    """
    headers = line.headers
    parts = [packed, (line.start_fen or "").encode()]
    parts += [folded(headers.get(name, "")).split(",")[0].split(" ")[0].encode() for name in ("White", "Black")]
    if len(line.moves) < SHORT_PLIES:
        parts += [
            headers.get(name, "").encode("utf-8", "replace") for name in ("Date", "Event", "Round", "White", "Black")
        ]
    digest = hashlib.blake2b(b"\0".join(parts), digest_size=8).digest()
    return int.from_bytes(digest, "little", signed=True)
