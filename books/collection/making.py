"""Makes the tables of a new collection, and brings those of an older version up to date."""

import contextlib
import sqlite3
from array import array
from collections.abc import Iterable
from itertools import chain
from pathlib import Path
from threading import Lock

from books.collection import schema
from books.collection.import_identity import renew_signatures
from books.collection.indexing import adopt_runs, index_all, sign_runs
from books.collection.names import NameNumbers
from books.collection.traits import material_of, pack_traits
from books.store.upgrade import copy_database
from engine.game.tags.dates import date_text

_UPGRADING = Lock()


def make_tables(db: sqlite3.Connection) -> None:
    """Makes the tables in an empty file, unless another program was faster. :raises sqlite3.Error: it cannot."""
    db.execute("BEGIN IMMEDIATE")
    if db.execute("PRAGMA user_version").fetchone()[0]:
        db.execute("ROLLBACK")
        return
    _run(
        db,
        f"PRAGMA application_id = {schema.APPLICATION_ID}; {schema.TABLES} {schema.ANNOTATIONS} {schema.EDITS} {schema.APPENDED}",
    )
    _commit(db)


def upgrade(db: sqlite3.Connection, path: Path, version: int) -> None:
    """Upgrades an older collection to the present tables, after copying it to the folder `backups` beside it. Other threads
    that open it wait for the end, however long that takes.
    :raises OSError, sqlite3.Error: the copy or the upgrade failed; the collection is unchanged."""
    with _UPGRADING:
        _upgrade(db, path, version)


def _upgrade(db: sqlite3.Connection, path: Path, version: int) -> None:
    target = path.parent / "backups" / f"{path.stem}-format{version}{path.suffix}"
    db.execute("BEGIN IMMEDIATE")
    try:
        if db.execute("PRAGMA user_version").fetchone()[0] >= schema.VERSION:
            return  # another thread was faster
        target.parent.mkdir(exist_ok=True)
        with contextlib.closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as reader:
            copy_database(reader, target)
        if version < schema.ANNOTATED_SINCE:
            _run(db, schema.FROM_2 + schema.ANNOTATIONS)
        _run(db, schema.FROM_5 + schema.APPENDED)
        if version < schema.EDITED_SINCE:
            _run(db, schema.EDITS)
            if version < schema.PACKED_SINCE:
                index_all(db)
            else:
                adopt_runs(db)
            renew_signatures(db)
            store_date_values(db)
            renew_traits(db)
        sign_runs(db)
        make_sides(db)
        _commit(db)
    finally:
        db.rollback()
    with contextlib.suppress(sqlite3.Error):  # frees the space of the old tables; optional
        db.execute("VACUUM")


def make_sides(db: sqlite3.Connection) -> None:
    """Packs the numbers of White and Black of all games."""
    runs = f"SELECT first_game, length(data) / {schema.TRAIT_BYTES} FROM traits"
    for first, count in db.execute(runs).fetchall():
        sides = array("I", bytes(schema.SIDES_BYTES * count))
        for table in ("games", "bin"):
            query = f"SELECT id, white & 0xFFFFFFFF, black & 0xFFFFFFFF FROM {table} WHERE id >= ? AND id < ?"
            for number, *players in db.execute(query, (first, first + count)):
                place = 2 * (number - first)
                sides[place : place + 2] = array("I", players)
        db.execute("INSERT INTO sides VALUES (?, ?)", (first, sides.tobytes()))


def store_date_values(db: sqlite3.Connection) -> None:
    """Stores the values of dates that older versions stored as text (`1985.7.3`); the text becomes one of the game's other
    tags."""
    dates = [date for (date,) in db.execute("SELECT DISTINCT date FROM games WHERE date IS NOT NULL")]
    names = NameNumbers(db)
    tags = {date: array("I", [names.tag(("Date", date))]).tobytes() for date in dates if date_text(date) != date}
    db.create_function("date_text", 1, date_text)
    db.create_function("tag_of_date", 1, tags.get)
    db.execute(
        """UPDATE games SET more = CAST(coalesce(more, x'') || tag_of_date(date) AS BLOB), date = date_text(date)
        WHERE tag_of_date(date) IS NOT NULL"""
    )


def renew_traits(db: sqlite3.Connection, numbers: Iterable[int] | None = None) -> None:
    """Packs the traits of games again, from their rows; without `numbers`, of all. The material stays."""
    controls = dict(db.execute("SELECT id, value FROM tags WHERE name = 'TimeControl'"))
    query = "SELECT id, white_elo, black_elo, date, result, more FROM games WHERE id >= ? AND id < ?"
    asked = None if numbers is None else sorted(numbers)
    runs = f"SELECT first_game, first_game + length(data) / {schema.TRAIT_BYTES} FROM traits"
    for first, end in db.execute(runs).fetchall():
        parts = [(first, end)] if asked is None else [(game, game + 1) for game in asked if first <= game < end]
        if not parts:
            continue
        with db.blobopen("traits", "data", first) as blob:
            for number, white, black, date, result, more in chain.from_iterable(
                db.execute(query, part) for part in parts
            ):
                tags = array("I", more or b"")
                control = next((controls[tag] for tag in tags if tag in controls), None)
                place = (number - first) * schema.TRAIT_BYTES
                blob.seek(place)
                material = material_of(blob.read(schema.TRAIT_BYTES))
                blob.seek(place)
                blob.write(pack_traits(material, white or 0, black or 0, date or "", control, result))


def _commit(db: sqlite3.Connection) -> None:
    db.execute(f"PRAGMA user_version = {schema.VERSION}")
    db.execute("COMMIT")


def _run(db: sqlite3.Connection, script: str) -> None:
    """Runs the statements of a script one by one, because executescript would commit an open transaction."""
    for statement in schema.for_this_sqlite(script).split(";"):
        db.execute(statement)
