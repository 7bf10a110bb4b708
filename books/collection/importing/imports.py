"""Imports PGN files into a collection. Each batch is one transaction, so that a stopped or killed import resumes after
the last batch."""

import sqlite3
import zlib
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from books.collection import schema
from books.collection.export import headers_of
from books.collection.game_collection import Collection
from books.collection.identity import Contradiction, GameIdentity, are_different_games, contradict
from books.collection.import_identity import (
    IdentityReader,
    KnownGame,
    derived_signature,
    find_same,
    next_signature,
)
from books.collection.importing.undo import SELECT_PROGRESS, ImportUndo, progress_of
from books.collection.indexing import add_run, join_runs
from books.collection.making import renew_traits
from books.collection.names import NameNumbers
from books.collection.rows import RowBatch
from books.collection.signatures import add_signatures
from books.collection.stored_games import StoredChange
from engine.game.tags.names import tag_name
from engine.game.tree import SEVEN_TAGS, Game
from engine.ground.files import storable
from engine.ground.text import NOTHING, Text, joined
from engine.ground.values import dataclass
from engine.pgn.errors import PgnError
from engine.pgn.mainlines import MainLine, MainLineReader
from engine.pgn.reader import games_of
from engine.pgn.recognise import best_main_line, language_of_file
from engine.pgn.streams import Progress, blocks, is_text
from engine.pgn.tree import TreeReader
from engine.pgn.writer import written_game

BATCH_GAMES = 160_000  # a transaction and a run of the index: 400 MB of memory, some seconds of work
_MOST_NAMED = 9  # tags in a message
PIECE_BYTES = 1 << 16  # parsed at once: the processor's cache still holds these games when they become rows


@dataclass(frozen=True)
class ImportReport:
    """The result of an import: games read, added, left out as duplicates, with problems; `done`: the whole file was
    read. `contradictions`: games added by this run whose results contradict those of stored games. `unread`: the tags
    of this run whose values (date, result, rating) could not be read, with their number. `binned`: duplicates in this
    run that were left out because the same game was deleted and is still in the bin. `completed`: duplicates in this run
    whose comments, variations or tags went to the stored game. `numbers`: of the added games, ascending. `undo`: None if
    nothing was changed or the change is too large."""

    games: int
    added: int
    duplicates: int
    problems: int
    done: bool
    contradictions: tuple[Contradiction, ...] = ()
    unread: tuple[tuple[str, int], ...] = ()
    binned: int = 0
    completed: int = 0
    numbers: Sequence[int] = ()
    undo: StoredChange | None = None

    @property
    def unread_values(self) -> Text:
        """`3 values could not be read (Date 2, Result 1)`; empty if all were read."""
        if not self.unread:
            return NOTHING
        names = joined(*(Text("%1 %2", tag_name(name), count) for name, count in self.unread[:_MOST_NAMED]), by=", ")
        return Text("%1 {value|values} of tags could not be read (%2)", sum(count for _, count in self.unread), names)


def import_pgn(
    collection: Collection, path: Path | str, progress: Progress | None = None, language: str = ""
) -> ImportReport:
    """Adds the games of a file (plain, gz, zst). `progress` gets the bytes done and in total; if it returns False, the
    import stops after the last complete batch and resumes there the next time, as after a crash. The report then counts
    both parts. A file that is already imported adds nothing; a changed file is read again, without the games that are
    already stored. `language`: the language of the piece letters; empty: detected by legality.

    :raises PgnError: the file cannot be read, or is not text.
    :raises CollectionError: the collection cannot be written.
    """
    path = Path(path).resolve()
    if not is_text(path):
        raise PgnError("%1 holds no chess game.", path)
    run = Import(collection, path, progress, language)
    return run.run()


_TAG_COLUMNS = {"round": 4, "date": 5, "white_elo": 7, "black_elo": 8, "eco": 9, "more": -1}
"""The columns of tags that a copy may fill, with their places in a row."""
_SPELLED = {"Date": "date", "WhiteElo": "white_elo", "BlackElo": "black_elo", "Result": "result"}
"""Tags that are stored twice if they are spelled otherwise, with their columns."""

_COLUMN_TAGS = frozenset((*SEVEN_TAGS, "WhiteElo", "BlackElo", "ECO"))


def _says_something(value: Any) -> bool:
    return value[0] not in "?-" if isinstance(value, str) and value else bool(value)


def _has_notes_of(there: bytes, text: bytes) -> bool:
    """Whether a stored text has the moves and notes of a copy, and all its tags without a column."""
    stored, copies = games_of(there), games_of(text)
    return len(stored) == len(copies) and all(
        written_game(replace(one, headers={})) == written_game(replace(other, headers={}))
        and all(one.headers.get(tag) == value for tag, value in other.headers.items() if tag not in _COLUMN_TAGS)
        for one, other in zip(stored, copies, strict=True)
    )


class Import:
    """The import of one file."""

    def __init__(
        self,
        collection: Collection,
        path: Path,
        progress: Progress | None,
        language: str,
        undo: ImportUndo | None = None,
    ) -> None:
        """`undo`: of a larger import, of which this is a part."""
        self._collection = collection
        self.undo = undo or ImportUndo(collection)
        self._first = 0  # number of the open transaction's first new game
        self._path = path
        self._name = storable(str(path))
        self._progress = progress
        self._cancelled = False
        self.contradictions: list[Contradiction] = []
        self.binned = 0
        self._completed: set[int] = set()
        self._against: list[Contradiction] = []  # contradictions of the game being checked
        self._identities = IdentityReader(collection.db)
        self._tagged: list[int] = []  # stored games that get tags from a copy in this transaction
        self._tried = 0  # the signature derived last
        self._source, self._offset, self._counts = self._find_source()
        self._rows = RowBatch(self._source)
        self._asked_language = language
        self._language = language or language_of_file(next(blocks(path, None, None), b""))
        self._reader = MainLineReader(path.name, language=self._language, contents=True)
        self._reader.skip_to(self._counts[0], self._offset)

    def run(self) -> ImportReport:
        """Reads the rest of the file. Raises as `import_pgn`."""
        if self._counts[4]:
            return self._nothing_new()
        for block in self._rest(blocks(self._path, self._go_on, None)):
            for start in range(0, len(block), PIECE_BYTES):
                self._take(self._reader.feed(block[start : start + PIECE_BYTES]))
            if len(self._rows) >= BATCH_GAMES:
                self._write(False)
        if not self._cancelled:
            self._take(self._reader.feed(b"", True))
        self._write(not self._cancelled)
        return self._report()

    def _report(self) -> ImportReport:
        games, added, duplicates, problems, done = self._counts
        against, unread = tuple(self.contradictions), tuple(self._rows.unread.items())
        return ImportReport(
            games,
            added,
            duplicates,
            problems,
            bool(done),
            against,
            unread,
            self.binned,
            len(self._completed),
            self.undo.added,
            self.undo.change,
        )

    def _nothing_new(self) -> ImportReport:
        """Returns the report for a file that was imported completely before."""
        games, _, _, problems, _ = self._counts
        return ImportReport(games, 0, games, problems, True)

    def _go_on(self, done: int, total: int) -> bool:
        self._cancelled = self._progress is not None and not self._progress(done, total)
        return not self._cancelled

    def _find_source(self) -> tuple[int, int, list[int]]:
        """Returns the file's row, with the progress of an earlier import; reset if the file has changed."""
        try:
            status = self._path.stat()
        except OSError as error:
            raise PgnError("cannot open %1: %2", self._path, error) from error
        with self._collection.transaction() as db:
            row = db.execute(f"{SELECT_PROGRESS} WHERE path = ?", (self._name,)).fetchone()
            fault = schema.SOURCES.fault(row) if row else NOTHING
            if fault:
                raise self._collection.damage_error(fault)
            if row:
                self.undo.source(row)
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
                (self._name, status.st_size, status.st_mtime_ns),
            ).lastrowid
            self.undo.source(progress_of(db, int(number or 0)))
        return int(number or 0), 0, [0] * 5

    def _rest(self, content: Iterator[bytes]) -> Iterator[bytes]:
        """Yields the blocks from the offset on, at which an earlier import stopped."""
        at = 0
        for block in content:
            if at + len(block) > self._offset:
                yield block[max(0, self._offset - at) :]
            at += len(block)

    def _take(self, lines: list[MainLine]) -> None:
        """Makes rows of games, without database access."""
        for line in lines:
            best = line
            if line.content is not None and not self._asked_language:
                again = MainLineReader(self._path.name, contents=True)
                best = best_main_line(line, line.content, self._language, again)
            self._rows.take(best, self._text(best, self._language if best is line else "en"))

    def _write(self, done: bool) -> range:
        """Adds the collected games in one transaction. Returns the numbers of the new ones."""
        rows, counts = self._rows, list(self._counts)
        self._tagged.clear()
        try:
            with self._collection.transaction() as db:
                NameNumbers(db).number(rows)
                first = self._first = self._collection.last + 1
                self._identities = IdentityReader(db)
                added, traits, sides, blocks, *signed = rows.insert(db, first, self._other_text)
                self._list_contradictions()
                if added:
                    db.execute("INSERT INTO traits VALUES (?, ?)", (first, traits))
                    db.execute("INSERT INTO sides VALUES (?, ?)", (first, sides))
                    add_signatures(db, add_run(db, first, first + added - 1, added, blocks), *signed)
                    join_runs(db)
                if self._tagged:
                    renew_traits(db, self._tagged)
                came = added + self.undo.returning
                for place, more in enumerate((len(rows), came, len(rows) - came, rows.problems)):
                    counts[place] += more
                counts[4] = int(done)
                db.execute(
                    "UPDATE sources SET offset = ?, games = ?, added = ?, duplicates = ?, problems = ?, done = ? WHERE id = ?",
                    (self._place(), *counts, self._source),
                )
                self.undo.written(db, self._source, range(first, first + added))
        except BaseException:
            rows.forget()  # their numbers were rolled back
            raise
        rows.clear()
        self._counts = counts
        return range(first, first + added)

    def _place(self) -> int:
        """Returns where the next import resumes: bytes of the file."""
        return self._reader.consumed

    @staticmethod
    def _text(line: MainLine, language: str) -> bytes | None:
        """Returns the packed bytes of an annotated game, with English piece letters. `language`: of its bytes."""
        if line.content is None:
            return None
        content = line.content
        if language != "en":
            game = TreeReader("", language).feed(content, True)[0]
            content = written_game(game, game.prelude).encode()
        return zlib.compress(content, 1)

    def _other_text(self, db: sqlite3.Connection, row: tuple[Any, ...], text: bytes | None, numbers: list[int]) -> int:
        """For a game whose signature may be that of the games `numbers`: returns the same signature if no game has it, the
        next one to try if it is another game, 0 if it is the same. If it is the same, its annotations and tags go to the
        stored game if that has none; a game with other annotations is stored beside it. Nothing is stored of a game that
        is in the bin or that the user has changed; one whose import was undone leaves the bin."""
        same = find_same(db, row[-2], numbers)
        if same is None:
            return int(row[-2])
        if row[-2] != self._tried:
            self._list_contradictions()
        own = self._identities.identity((row[1], row[2], row[3], row[5], row[6], row[4]), row[-1], len(row[10]) // 2)
        if self._is_another(same, own):
            self._tried = next_signature(own, row[-2])
            return self._tried
        self._against = []
        if same.undone:
            self.undo.bring_back(same.number)
        elif same.binned:
            self.binned += 1
            return 0
        if same.changed:
            return 0
        number, kept = same.number, same.text
        if text and kept is not None and text != kept:
            content = zlib.decompress(text)
            there = self._collection.text(number) or b""
            words = b" ".join(content.split())
            if words != b" ".join(there.split()) and not _has_notes_of(there, content):
                return derived_signature(words, row[-2])
        if self._filled(db, number, row):
            self._tagged.append(number)
            self._completed.add(number)
            if kept is not None:
                db.execute("UPDATE texts SET data = ? WHERE game = ?", (self._with_stored_tags(number, kept), number))
        if text and kept is None:
            self._note(number)
            db.execute("INSERT INTO texts VALUES (?, ?)", (number, self._with_stored_tags(number, text)))
            self._completed.add(number)
        return 0

    def _note(self, number: int) -> None:
        """Notes for undo that a stored game is about to be completed."""
        if number < self._first:
            self.undo.complete(number)

    def _filled(self, db: sqlite3.Connection, number: int, row: tuple[Any, ...]) -> bool:
        """Gives a stored game the tags of a copy that it lacks. Returns whether there are any."""
        (stored,) = db.execute(f"SELECT event, {', '.join(_TAG_COLUMNS)} FROM games WHERE id = ?", (number,))
        new = {
            column: row[place]
            for (column, place), value in zip(_TAG_COLUMNS.items(), stored[1:], strict=True)
            if not _says_something(value) and _says_something(row[place])
        }
        if stored[0] != row[3]:
            query = "SELECT name, site FROM events WHERE id = ?"
            old, other = (db.execute(query, (event,)).fetchone() for event in (stored[0], row[3]))
            if all(one == two or not _says_something(one) for one, two in zip(old, other, strict=True)):
                new["event"] = row[3]
        if "more" in new:  # without spellings of values that the stored game has
            had = [name for name, column in _SPELLED.items() if column not in new]
            query = f"SELECT id FROM tags WHERE name IN ({', '.join('?' * len(had))})"
            left_out = {tag for (tag,) in db.execute(query, had)}
            new["more"] = array("I", (tag for tag in array("I", new["more"]) if tag not in left_out)).tobytes()
        if new:
            self._note(number)
        for column, value in new.items():
            db.execute(f"UPDATE games SET {column} = ? WHERE id = ?", (value or None, number))
        return any(new.values())

    def _with_stored_tags(self, number: int, text: bytes) -> bytes:
        """Returns the packed text of a copy with the tags of the stored game, by which lists and searches know it."""
        game: Game = games_of(zlib.decompress(text))[0]
        prelude = getattr(game, "prelude", "")
        (stored,) = self._collection.games([number])
        other = {
            name: value
            for name, value in headers_of(self._collection, stored).items()
            if value != game.headers.get(name)
        }
        if not other:
            return text
        for name, value in other.items():
            game = game.with_header(name, value)
        return zlib.compress(written_game(game, prelude).encode(), 1)

    def _is_another(self, same: KnownGame, own: GameIdentity) -> bool:
        """Whether a game differs from the stored one with its signature; contradicting results are noted for the list."""
        there = self._identities.identity(same.fields, same.more, own.plies)
        if are_different_games(there, own):
            return True
        if not contradict(there, own):
            return False
        results = (there.result, own.result)
        self._against.append(Contradiction(same.number, own.white, own.black, own.event, own.date, results))
        return True

    def _list_contradictions(self) -> None:
        """Adds the noted contradictions of a game that was added."""
        self.contradictions += self._against
        self._against = []
