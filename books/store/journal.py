"""The journal: every change of a book with its old and new value, so that edits and lessons can be undone.

An *edit* is one gesture, one import or one learned game, in one transaction with the change itself. Undoing the latest
edit restores the exact old state. An older one is undone by column: values that a later edit overwrote stay, and
growing ones (results, times played, credit) are reduced by this edit's share.
"""

import json
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from enum import IntEnum
from typing import Any

from books.entry import MoveRow, PositionRow
from books.errors import damaged
from books.progress import Progress, report, silent
from books.store.book_file import BookFile
from books.store.row_shapes import ANY_WHOLE, TEXT, TIME, RowShape, as_json, optional, whole
from books.store.schema import MOVE_COLUMNS, POSITION_COLUMNS
from engine.ground.text import Text
from engine.ground.values import dataclass

_Values = list[Any]
MOVE_CHANGE, POSITION_CHANGE = 0, 1
_GROWING = frozenset(MoveRow._fields.index(name) for name in ("wins", "draws", "losses", "times_played", "credit"))
_PUT_MOVE = f"INSERT OR REPLACE INTO moves ({MOVE_COLUMNS}) VALUES ({', '.join('?' * len(MoveRow._fields))})"
_PUT_POSITION = (
    f"INSERT OR REPLACE INTO positions ({POSITION_COLUMNS}) VALUES ({', '.join('?' * len(PositionRow._fields))})"
)
_EMPTY: dict[int, _Values] = {MOVE_CHANGE: list(MoveRow(0, 0))[2:], POSITION_CHANGE: list(PositionRow(0))[1:]}


class EditState(IntEnum):
    """An edit is done, undone (and can be redone), or undone and followed by another edit."""

    DONE = 0
    UNDONE = 1
    DROPPED = 2


_WIDTHS = {*map(len, _EMPTY.values())}
_EDIT_COLUMNS = "id, time, who, label, game, state"
_EDITS = RowShape(
    "edits", id=whole(), time=TIME, who=TEXT, label=TEXT, game=optional(whole()), state=whole(0, max(EditState))
)
_CHANGES = RowShape(
    "changes",
    kind=whole(MOVE_CHANGE, POSITION_CHANGE),
    key=ANY_WHOLE,
    move=whole(0, 0xFFFF),
    old=optional(as_json(lambda value: _is_change(value))),
    new=optional(as_json(lambda value: _is_change(value))),
)


@dataclass(frozen=True, slots=True)
class EditInfo:
    """One edit as the history shows it. `time` in seconds since 1970; `who` is user, import or learning."""

    id: int
    time: int
    who: str
    label: str
    game: int | None
    state: EditState


class Edit:
    """The changes of one edit, inside its transaction; made by `edit`."""

    def __init__(self, book: BookFile, connection: sqlite3.Connection, id: int) -> None:
        self.id = id
        self._book = book
        self.changed = 0
        self._connection = connection

    def row(self, key: int, move: int) -> MoveRow | None:
        """Returns the row as this transaction sees it."""
        sql = f"SELECT {MOVE_COLUMNS} FROM moves WHERE key = ? AND move = ?"
        values = self._connection.execute(sql, (key, move)).fetchone()
        return self._book.row_of(values) if values else None

    def put(self, row: MoveRow) -> None:
        """Writes a row, unless it is unchanged."""
        old = self.row(row.key, row.move)
        if old == row:
            return
        self._record(MOVE_CHANGE, row.key, row.move, list(old)[2:] if old else None, list(row)[2:])
        self._connection.execute(_PUT_MOVE, row)

    def delete(self, key: int, move: int) -> None:
        """Deletes a row if it exists."""
        old = self.row(key, move)
        if old is None:
            return
        self._record(MOVE_CHANGE, key, move, list(old)[2:], None)
        self._connection.execute("DELETE FROM moves WHERE key = ? AND move = ?", (key, move))

    def position(self, key: int) -> PositionRow:
        """Returns the row of a position as this transaction sees it; an empty row for an unknown position."""
        sql = f"SELECT {POSITION_COLUMNS} FROM positions WHERE key = ?"
        values = self._connection.execute(sql, (key,)).fetchone()
        return self._book.position_of(values) if values else PositionRow(key)

    def put_position(self, row: PositionRow) -> None:
        """Writes the row of a position, unless it is unchanged."""
        old = self.position(row.key)
        if old == row:
            return
        known = list(old)[1:] if old != PositionRow(row.key) else None
        self._record(POSITION_CHANGE, row.key, 0, known, list(row)[1:])
        self._connection.execute(_PUT_POSITION, row)

    def execute(self, sql: str, values: tuple[object, ...]) -> sqlite3.Cursor:
        """Executes other SQL in the same transaction (the learning log's own tables)."""
        return self._connection.execute(sql, values)

    def _record(self, kind: int, key: int, move: int, old: _Values | None, new: _Values | None) -> None:
        self._connection.execute(
            "INSERT INTO changes VALUES (?, ?, ?, ?, ?, ?, ?)",
            (self.id, self.changed, kind, key, move, _packed(old), _packed(new)),
        )
        self.changed += 1


@contextmanager
def edit(book: BookFile, who: str, label: str, game: int | None = None) -> Iterator[Edit]:
    """One journalled transaction: on disk when the block ends, rolled back as a whole after an error. An edit without
    changes leaves no trace.
    :raises BookError: it cannot be written (ReadOnlyBookError, BookDiskError, BookBusyError); the book is unchanged."""
    with book.transaction() as connection:
        cursor = connection.execute(
            "INSERT INTO edits (time, who, label, game) VALUES (?, ?, ?, ?)", (int(time.time()), who, label, game)
        )
        made = Edit(book, connection, int(cursor.lastrowid or 0))
        yield made
        if made.changed:
            connection.execute("UPDATE edits SET state = ? WHERE state = ?", (EditState.DROPPED, EditState.UNDONE))
        else:
            connection.execute("DELETE FROM edits WHERE id = ?", (made.id,))


def history(book: BookFile, limit: int = 200) -> list[EditInfo]:
    """Returns the latest edits, newest first."""
    rows = book.query(f"SELECT {_EDIT_COLUMNS} FROM edits ORDER BY id DESC LIMIT ?", (limit,), _EDITS)
    return [EditInfo(row[0], row[1], row[2], row[3], row[4], EditState(row[5])) for row in rows]


def undo(book: BookFile, progress: Progress = silent) -> EditInfo | None:
    """Undoes the latest edit in effect. Returns it, or None.
    :raises CancelledError: the user stopped it; nothing changed."""
    sql = "SELECT id FROM edits WHERE state = ? ORDER BY id DESC LIMIT 1"
    return _move(book, sql, (EditState.DONE,), EditState.UNDONE, progress)


def redo(book: BookFile, progress: Progress = silent) -> EditInfo | None:
    """Redoes the edit that was undone last. Returns it, or None.
    :raises CancelledError: the user stopped it; nothing changed."""
    sql = "SELECT id FROM edits WHERE state = ? ORDER BY id LIMIT 1"
    return _move(book, sql, (EditState.UNDONE,), EditState.DONE, progress)


def revert(book: BookFile, edit_id: int, progress: Progress = silent) -> EditInfo | None:
    """Undoes one edit, the latest or an older one. Returns it; None if it is not in effect."""
    sql = "SELECT id FROM edits WHERE state = ? AND id = ?"
    return _move(book, sql, (EditState.DONE, edit_id), EditState.UNDONE, progress)


def reapply(book: BookFile, edit_id: int) -> EditInfo | None:
    """Redoes one undone edit, whatever followed it. Returns it; None if it is in effect."""
    return _move(book, "SELECT id FROM edits WHERE state != ? AND id = ?", (EditState.DONE, edit_id), EditState.DONE)


def _move(
    book: BookFile, sql: str, values: tuple[object, ...], state: EditState, progress: Progress = silent
) -> EditInfo | None:
    """Brings the edit that `sql` finds into `state`: DONE redoes its changes, UNDONE undoes them."""
    with book.transaction() as connection:
        found = connection.execute(sql, values).fetchone()
        if not found:
            return None
        backwards = state is EditState.UNDONE
        order = "DESC" if backwards else "ASC"
        changes = connection.execute(
            f"SELECT kind, key, move, old, new FROM changes WHERE edit = ? ORDER BY number {order}", found
        ).fetchall()
        for number, change in enumerate(changes):
            book.check(_CHANGES, change)
            kind, key, move, old, new = change
            if number % 1000 == 999:
                report(progress, number, len(changes))
            before, after = _unpacked(old), _unpacked(new)
            source, target = (after, before) if backwards else (before, after)
            current = _current(connection, kind, key, move)
            try:
                merged = _merged(kind, current, source, target)
            except (TypeError, ValueError) as error:
                raise damaged(book.path, Text("table changes, edit %1: %2", found[0], error)) from error
            _write(connection, kind, key, move, merged)
        if backwards and connection.execute("SELECT 1 FROM edits WHERE state = 0 AND id > ?", found).fetchone():
            state = EditState.DROPPED  # an older edit: redo must not restore it out of order, but `reapply` may
        connection.execute("UPDATE edits SET state = ? WHERE id = ?", (state, found[0]))
        row = connection.execute(f"SELECT {_EDIT_COLUMNS} FROM edits WHERE id = ?", found).fetchone()
        book.check(_EDITS, row)
        return EditInfo(row[0], row[1], row[2], row[3], row[4], EditState(row[5]))


def _merged(kind: int, current: _Values | None, source: _Values | None, target: _Values | None) -> _Values | None:
    """Returns the values after applying the change `source -> target` to `current` (a three-way merge by column)."""
    if current == source:
        return target
    empty = _EMPTY[kind]
    columns = zip(current or empty, source or empty, target or empty, strict=True)
    merged = [_merged_value(kind, index, *values) for index, values in enumerate(columns)]
    return None if merged == empty else merged


def _merged_value(kind: int, index: int, now: Any, was: Any, becomes: Any) -> Any:
    if now == was:
        return becomes
    if kind == MOVE_CHANGE and index + 2 in _GROWING:
        return now + (becomes - was)
    return now


def _current(connection: sqlite3.Connection, kind: int, key: int, move: int) -> _Values | None:
    if kind == MOVE_CHANGE:
        found = connection.execute(
            f"SELECT {MOVE_COLUMNS} FROM moves WHERE key = ? AND move = ?", (key, move)
        ).fetchone()
        return list(found)[2:] if found else None
    found = connection.execute(f"SELECT {POSITION_COLUMNS} FROM positions WHERE key = ?", (key,)).fetchone()
    return list(found)[1:] if found else None


def _write(connection: sqlite3.Connection, kind: int, key: int, move: int, values: _Values | None) -> None:
    if kind == MOVE_CHANGE and values is None:
        connection.execute("DELETE FROM moves WHERE key = ? AND move = ?", (key, move))
    elif kind == MOVE_CHANGE and values is not None:
        connection.execute(_PUT_MOVE, [key, move, *values])
    elif values is None:
        connection.execute("DELETE FROM positions WHERE key = ?", (key,))
    else:
        connection.execute(_PUT_POSITION, [key, *values])


def _is_change(values: object) -> bool:
    """Whether these can be the columns of a move or a position; their types are checked when they become rows again."""
    return isinstance(values, list) and len(values) in _WIDTHS


def _packed(values: _Values | None) -> str | None:
    return None if values is None else json.dumps(values, separators=(",", ":"))


def _unpacked(text: str | None) -> _Values | None:
    return None if text is None else list(json.loads(text))
