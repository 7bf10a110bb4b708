"""Changes games of a collection, each change in one transaction, with its undo: replace, delete, put back, add.

A game keeps its number, its import signature and the tags it was imported with (`originals`), so that importing its old
file neither doubles it nor takes the change back; `edited` has the signature of its new moves, for files exported since.
A deleted game is in the bin until that is emptied, and as long imports leave it out.
"""

import sqlite3
import zlib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from books.collection import schema
from books.collection.export import text_of
from books.collection.game_collection import CollectedGame, Collection, CollectionError
from books.collection.import_identity import derived_signature, find_same
from books.collection.importing.imports import Import
from books.collection.importing.undo import progress_of, set_progress
from books.collection.indexing import tidy_runs
from books.collection.names import NameNumbers
from books.collection.rows import RowBatch, signature
from books.collection.signatures import games_signed
from books.collection.stored_games import (
    MOVES,
    SIGNATURE,
    SOURCE,
    StoredChange,
    StoredGame,
    into_bin,
    out_of_bin,
    stored,
    tables_by_game,
    write_games,
)
from engine.game.tree import Game
from engine.pgn.mainlines import MainLine, MainLineReader
from engine.pgn.writer import written_game

_OWN_SOURCE = "games added by hand"  # in place of a file's path, which is absolute


def replaced(collection: Collection, number: int, game: Game) -> StoredChange:
    """Replaces a game: tags, comments, variations and moves. The position index follows the moves.
    :raises CollectionError: there is no such game, or the collection cannot be written."""
    lines = _lines_of(_written(game))
    if len(lines) != 1:
        raise CollectionError("Game %1 of %2 cannot be replaced by a text of several games.", number, collection.path)
    line = lines[0]
    text = None if line.content is None else zlib.compress(line.content, 1)
    with collection.transaction() as db:
        before = stored(collection, [number])[0]
        batch = RowBatch(before.row[SOURCE])
        batch.take(line, text)
        NameNumbers(db).number(batch)
        row, traits = batch.row(0, number)
        row = (*row[:SIGNATURE], before.row[SIGNATURE], *row[SIGNATURE + 1 :])
        after = before.changed()._replace(row=row, traits=traits).with_side("texts", None if text is None else (text,))
        if row[MOVES] != before.row[MOVES]:
            after = after.with_side("edited", _new_signature(db, line, number)).with_side("accuracies", None)
        write_games(collection, [before], [after])
    return StoredChange(collection.path, (before,), (after,))


def swapped(collection: Collection, one: int, other: int) -> StoredChange:
    """Swaps two games, since their order is that of the numbers; signatures of imports stay with the numbers.
    :raises CollectionError: a game is not there, or the collection cannot be written."""
    with collection.transaction():
        before = tuple(stored(collection, [one, other]))
        after = tuple(map(_with_content_of, before, before[::-1]))
        write_games(collection, before, after)
    return StoredChange(collection.path, before, after)


def deleted(collection: Collection, numbers: Iterable[int]) -> StoredChange:
    """Puts games into the bin; unknown numbers are left out.
    :raises CollectionError: the collection cannot be written."""
    with collection.transaction() as db:
        return StoredChange(collection.path, moved=into_bin(db, numbers))


def put_back(collection: Collection, numbers: Iterable[int]) -> StoredChange:
    """Takes games out of the bin; numbers that are not in it are left out.
    :raises CollectionError: the collection cannot be written."""
    with collection.transaction() as db:
        return StoredChange(collection.path, moved=out_of_bin(db, numbers), into_bin=True)


def restored(change: StoredChange) -> StoredChange:
    """Undoes a change. Returns the undo of this step.
    :raises CollectionError: a game was changed since, or the collection cannot be written."""
    with Collection(change.path) as collection, collection.transaction() as db:
        moved: Sequence[int] = () if change.into_bin else out_of_bin(db, change.moved)
        numbers = [game.number for game in change.after]
        unchanged = tuple(stored(collection, numbers)) == change.after
        if unchanged:
            write_games(collection, change.after, change.before)
        if change.into_bin:  # after that, since games of the bin cannot be written
            moved = into_bin(db, change.moved, schema.IMPORT_UNDONE if change.sources else None)
        if not unchanged or len(moved) != len(change.moved) or not _restore_sources(db, change):
            raise CollectionError("The games of %1 have changed since, so this cannot be undone.", change.path)
    sources = tuple((after, before) for before, after in change.sources)
    return StoredChange(change.path, change.after, change.before, moved, not change.into_bin, sources)


def _restore_sources(db: sqlite3.Connection, change: StoredChange) -> bool:
    """Whether the progress of imported files is that after the import; then it becomes that before it."""
    for before, after in change.sources:
        if progress_of(db, after[0]) != after:
            return False
        set_progress(db, before)
    return True


def binned(collection: Collection) -> list[CollectedGame]:
    """Returns the deleted games that can be put back, the latest first.
    :raises CollectionError: the collection is damaged."""
    return collection.games(numbers_binned(collection), "bin")


def numbers_binned(collection: Collection) -> list[int]:
    """Returns the numbers of the same games. :raises CollectionError: the collection is damaged."""
    query = "SELECT id FROM bin ORDER BY deleted_s DESC, id"
    return [row[0] for row in collection.rows(schema.NUMBER, query)]


def emptied(collection: Collection, numbers: Iterable[int] | None = None) -> int:
    """Removes games of the bin for ever; without `numbers`, all of them. Their numbers are not used again. Returns how
    many were removed.
    :raises CollectionError: the collection cannot be written."""
    with collection.transaction() as db:
        there = {row[0] for row in db.execute("SELECT id FROM bin")}
        gone = [(game,) for game in sorted(there if numbers is None else there.intersection(numbers))]
        for table in tables_by_game(db):
            db.executemany(f"DELETE FROM {table} WHERE game = ?", gone)
        db.executemany("DELETE FROM bin WHERE id = ?", gone)
        tidy_runs(db)
    return len(gone)


def added(collection: Collection, games: Iterable[Game]) -> list[int]:
    """Adds games, even those that the collection has already. Returns their numbers.
    :raises CollectionError: the collection cannot be written."""
    return _Addition(collection).add(map(_written, games))


def copied(source: Collection, numbers: Sequence[int], target: Collection) -> list[int]:
    """Adds games of one collection to another, or to the same. Returns their numbers there. To move them, delete them
    from the source after that.
    :raises CollectionError: a game is damaged, or the target cannot be written."""
    return _Addition(target).add(text_of(source, game).encode() for game in source.games(list(numbers)))


class _Addition(Import):
    """Adds games whether or not the collection has them already."""

    def __init__(self, collection: Collection) -> None:
        super().__init__(collection, Path(_OWN_SOURCE), None, "en")

    def add(self, texts: Iterable[bytes]) -> list[int]:
        """Adds games in one transaction. Returns their numbers."""
        for text in texts:
            self._take(_lines_of(text))
        return list(self._write(True))

    def _find_source(self) -> tuple[int, int, list[int]]:
        with self._collection.transaction() as db:
            db.execute("INSERT OR IGNORE INTO sources (path, size, modified_ns) VALUES (?, 0, 0)", (_OWN_SOURCE,))
            row = db.execute("SELECT id FROM sources WHERE path = ?", (_OWN_SOURCE,)).fetchone()
        return int(row[0]), 0, [0] * 5

    def _place(self) -> int:
        return 0

    def _other_text(self, db: sqlite3.Connection, row: tuple[Any, ...], _text: bytes | None, numbers: list[int]) -> int:
        """Returns a signature for another copy of a known game."""
        if find_same(db, row[SIGNATURE], numbers) is None:
            return int(row[SIGNATURE])
        return derived_signature(b"copy %d" % row[0], row[SIGNATURE])


def _with_content_of(game: StoredGame, source: StoredGame) -> StoredGame:
    """Returns what is stored at the number of a game once the content of another one is there."""
    tags_and_moves, here = source.row[1:SOURCE], game.row[SOURCE : SIGNATURE + 1]
    row = (game.number, *tags_and_moves, *here, *source.row[SIGNATURE + 1 :])
    after, sides = game.changed()._replace(row=row, traits=source.traits), dict(source.sides)
    for table in ("texts", "edited", "accuracies"):
        after = after.with_side(table, sides.get(table))
    return after


def _written(game: Game) -> bytes:
    return written_game(game, getattr(game, "prelude", "")).encode()


def _lines_of(content: bytes) -> list[MainLine]:
    return MainLineReader("", language="en", contents=True).feed(content, True)


def _new_signature(db: sqlite3.Connection, line: MainLine, number: int) -> tuple[int] | None:
    """Returns the signature of a game's changed moves; None if a game has it already."""
    new = signature(line)
    query = "SELECT 1 FROM edited WHERE signature = ? AND game != ?"
    return None if games_signed(db, new) or db.execute(query, (new, number)).fetchone() else (new,)
