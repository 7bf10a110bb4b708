"""Makes the tables of a new collection, and brings those of an older version up to date."""

import contextlib
import sqlite3
from pathlib import Path

from books.collection import schema
from books.collection.import_identity import renew_signatures
from books.collection.indexing import adopt_runs, index_all
from books.store.upgrade import copy_database


def make_tables(db: sqlite3.Connection) -> None:
    """Makes the tables in an empty file, unless another program was faster. :raises sqlite3.Error: it cannot."""
    db.execute("BEGIN IMMEDIATE")
    if db.execute("PRAGMA user_version").fetchone()[0]:
        db.execute("ROLLBACK")
        return
    _run(db, f"PRAGMA application_id = {schema.APPLICATION_ID}; {schema.TABLES} {schema.ANNOTATIONS} {schema.EDITS}")
    _commit(db)


def upgrade(db: sqlite3.Connection, path: Path, version: int) -> None:
    """Upgrades an older collection to the present tables, after copying it to the folder `backups` beside it.
    :raises OSError, sqlite3.Error: the copy or the upgrade failed; the collection is unchanged."""
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
        _run(db, schema.EDITS)
        if version < schema.PACKED_SINCE:
            index_all(db)
        else:
            adopt_runs(db)
        renew_signatures(db)
        _commit(db)
    finally:
        db.rollback()
    if version < schema.PACKED_SINCE:
        with contextlib.suppress(sqlite3.Error):  # frees the space of the old index; optional
            db.execute("VACUUM")


def _commit(db: sqlite3.Connection) -> None:
    db.execute(f"PRAGMA user_version = {schema.VERSION}")
    db.execute("COMMIT")


def _run(db: sqlite3.Connection, script: str) -> None:
    """Runs the statements of a script one by one, because executescript would commit an open transaction."""
    for statement in schema.for_this_sqlite(script).split(";"):
        db.execute(statement)
