"""PGN files into a collection: in batches, each one transaction, so that an import continues where it was stopped or
killed.
"""

import hashlib
import sqlite3
import sys
import unicodedata
import zlib
from array import array
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

from books.collection import schema
from books.collection.game_collection import RESULT_TOKENS, Collection
from books.collection.traits import pack_traits
from engine.pgn.errors import PgnError
from engine.pgn.mainlines import MainLine, MainLineReader
from engine.pgn.postings import PostingsBuilder
from engine.pgn.recognise import language_at
from engine.pgn.streams import Progress, blocks
from engine.pgn.tree import TreeReader
from engine.pgn.writer import written_game
from engine.text import NOTHING
from engine.values import dataclass
from engine.whole_numbers import elo_in, whole_number

BATCH_GAMES = 20_000  # a transaction: about 50 MB of memory, a second or two of work
# Headers with columns of their own.
_COLUMNS = frozenset(("White", "Black", "Event", "Site", "Round", "Date", "ECO", "Result"))
_ELOS = ("WhiteElo", "BlackElo")
_MOST_NAMES = 500_000  # kept in memory; a file may have a tag of its own for each game
_MOST_KEPT = 10_000  # surnames: players come again, mostly soon
SHORT_PLIES = 20  # below this the date must agree too before two games are called the same

_INSERT = """INSERT OR IGNORE INTO games (id, white, black, event, round, date, result, white_elo, black_elo, eco, moves,
    start_fen, chess960, source, signature, more) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"""


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


class Names:
    """Numbers of names, with those kept that were met before; forgotten where a batch fails."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self._players: dict[str, int] = {}
        self._events: dict[tuple[str, str], int] = {}
        self._tags: dict[tuple[str, str], int] = {}

    def tag(self, name: str, value: str) -> int:
        """Of a tag with its value, new where there is none yet; the others alike."""
        number = self._tags.get((name, value))
        if number is None:
            query = "INSERT OR IGNORE INTO tags (name, value, folded) VALUES (?, ?, ?)"
            made = self._db.execute(query, (name, value, folded(value)))
            number = made.lastrowid if made.rowcount else None
            if number is None:
                query = "SELECT id FROM tags WHERE name = ? AND value = ?"
                number = int(self._db.execute(query, (name, value)).fetchone()[0])
            if len(self._tags) >= _MOST_NAMES:
                self._tags.clear()
            self._tags[name, value] = number
        return number

    def player(self, name: str) -> int:
        """Of a player."""
        number = self._players.get(name)
        if number is None:
            row = self._db.execute("SELECT id FROM players WHERE name = ?", (name,)).fetchone()
            if row is None:
                values = (name, folded(name))
                row = (self._db.execute("INSERT INTO players (name, folded) VALUES (?, ?)", values).lastrowid,)
            number = self._players[name] = int(row[0])
        return number

    def event(self, name: str, site: str) -> int:
        """Of an event at its place."""
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
    if name.isascii():
        return name.casefold()
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
    run = Import(collection, path, progress, language)
    return run.run()


class Import:
    """One file on its way in."""

    def __init__(self, collection: Collection, path: Path, progress: Progress | None, language: str) -> None:
        self._collection = collection
        self._path = path
        self._progress = progress
        self._cancelled = False
        self._postings = PostingsBuilder()
        self._names = Names(collection.db)
        self._source, self._offset, self._counts = self._find_source()
        self._language = language or language_at(path)
        self._reader = MainLineReader(path.name, language=self._language, contents=True)
        self._reader.skip_to(self._counts[0], self._offset)

    def run(self) -> ImportReport:
        """Reads what is left of it. Raises what `import_pgn` raises."""
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
                row, text = self._row(number, line), self._text(line)
                if not db.execute(_INSERT, row).rowcount:
                    other = self._other_text(db, row, text)
                    if not other or not db.execute(_INSERT, (*row[:-2], other, row[-1])).rowcount:
                        counts[2] += 1
                        continue
                if text:
                    db.execute("INSERT INTO texts VALUES (?, ?)", (number, text))
                counts[1] += 1
                if line.keys is not None:
                    self._postings.add(number, line.keys, line.moves)
                traits.append(_traits(line, row))
                number += 1
            if traits:
                db.execute("INSERT INTO traits VALUES (?, ?)", (first, b"".join(traits)))
                rows = ((first, key, data) for key, data in self._postings.blocks(first))
                db.executemany(schema.INSERT_BLOCK, rows)
            counts[4] = int(done)
            db.execute(
                "UPDATE sources SET offset = ?, games = ?, added = ?, duplicates = ?, problems = ?, done = ? WHERE id = ?",
                (self._place(), *counts, self._source),
            )
        self._counts = counts

    def _place(self) -> int:
        """Where the next import continues: bytes of the file."""
        return self._reader.consumed

    def _text(self, line: MainLine) -> bytes | None:
        """The packed bytes of an annotated game, with English piece letters."""
        if line.content is None:
            return None
        content = line.content
        if self._language != "en":
            game = TreeReader("", self._language).feed(content, True)[0]
            content = written_game(game, game.prelude).encode()
        return zlib.compress(content, 1)

    def _other_text(self, db: sqlite3.Connection, row: tuple[Any, ...], text: bytes | None) -> int:
        """Of a game that is there already: its annotations and tags go to the one that is there if that has none. Where that
        has others, the game is kept beside it: the answer is its signature; 0: nothing is to be kept.
        """
        number, more, kept = db.execute(
            "SELECT id, more, data FROM games LEFT JOIN texts ON game = id WHERE signature = ?", (row[-2],)
        ).fetchone()
        if more is None and row[-1]:
            db.execute("UPDATE games SET more = ? WHERE id = ?", (row[-1], number))
        if not text or text == kept:
            return 0
        if kept is None:
            db.execute("INSERT INTO texts VALUES (?, ?)", (number, text))
            return 0
        words = b" ".join(zlib.decompress(text).split())
        if words == b" ".join((self._collection.text(number) or b"").split()):
            return 0
        digest = hashlib.blake2b(words, digest_size=8, key=str(row[-2]).encode()).digest()
        return int.from_bytes(digest, "little", signed=True)

    def _row(self, number: int, line: MainLine) -> tuple[Any, ...]:
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
            elo_in(headers.get("WhiteElo", "")),
            elo_in(headers.get("BlackElo", "")),
            headers.get("ECO"),
            packed,
            line.start_fen,
            int(line.chess960) or None,
            self._source,
            signature(line, packed),
            numbers_of_tags(headers, self._names),
        )


def numbers_of_tags(headers: dict[str, str], names: Names) -> bytes | None:
    """The numbers of the tags that no column holds, 4 bytes each; None without any."""
    numbers = [
        names.tag(name, value)
        for name, value in headers.items()
        if name not in _COLUMNS and not (name in _ELOS and (elo := elo_in(value)) is not None and value == str(elo))
    ]
    return array("I", numbers).tobytes() if numbers else None


@lru_cache(_MOST_KEPT)
def year_of(date: str) -> int:
    """The year of a date, 0 where it is unknown."""
    return whole_number(date[:4], 0, 9999) or 0


def _traits(line: MainLine, row: tuple[Any, ...]) -> bytes:
    """Those of a game by its row, whose ratings are read already."""
    date, result, white, black = row[5:9]
    elo = (white + black) // 2 if white and black else white or black or 0
    return pack_traits(line.material, elo, year_of(date or ""), result)


@lru_cache(_MOST_KEPT)
def _surname(name: str) -> bytes:
    return folded(name).split(",")[0].split(" ")[0].encode()


def signature(line: MainLine, packed: bytes) -> int:
    """Two games are the same if moves, start and both surnames agree; short ones must agree in date, event and round
    too.
    """
    headers = line.headers
    parts = [packed, (line.start_fen or "").encode()]
    parts += [_surname(headers.get(name, "")) for name in ("White", "Black")]
    if len(line.moves) < SHORT_PLIES:
        parts += [
            headers.get(name, "").encode("utf-8", "replace") for name in ("Date", "Event", "Round", "White", "Black")
        ]
    digest = hashlib.blake2b(b"\0".join(parts), digest_size=8).digest()
    return int.from_bytes(digest, "little", signed=True)
