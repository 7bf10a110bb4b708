"""The journal: every change of a book with its old and new value, so that edits and lessons can be undone.

An *edit* is one gesture, one import or one learned game, in one transaction with the change itself. Undoing the latest
edit restores the exact old state. An older one is undone by column: values that a later edit overwrote stay, and
growing ones (results, times played, credit) are reduced by this edit's share.
"""

import json
import sqlite3
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from enum import IntEnum
from typing import Any, NamedTuple

from books.entry import MoveRow, PositionRow
from books.errors import damaged
from books.progress import Progress, report, silent
from books.store.book_file import BookFile
from books.store.row_shapes import ANY_WHOLE, TEXT, TIME, RowShape, as_json, optional, whole
from books.store.schema import CHAPTERS, MOVE_COLUMNS, POSITION_COLUMNS, SWITCHED_OFF, WHEN_NEEDED
from engine.ground.text import Text
from engine.ground.values import dataclass

_Values = list[Any]
MOVE_CHANGE, POSITION_CHANGE, CHAPTER_CHANGE, SWITCH_CHANGE = range(4)
_GROWING = frozenset(MoveRow._fields.index(name) for name in ("wins", "draws", "losses", "times_played", "credit"))


class _Table:
    """A table whose rows are changed: the first `ids` columns identify a row, `empty` are the other columns of none."""

    def __init__(self, name: str, columns: str, ids: int, empty: _Values) -> None:
        names = columns.split(", ")
        self.name, self.ids, self.empty = name, ids, empty
        self._where = " AND ".join(f"{column} = ?" for column in names[:ids])
        self.select = f"SELECT {columns} FROM {name} WHERE {self._where}"
        self._put = f"INSERT OR REPLACE INTO {name} ({columns}) VALUES ({', '.join('?' * len(names))})"

    def find(self, connection: sqlite3.Connection, ids: Sequence[int]) -> tuple[Any, ...] | None:
        found: tuple[Any, ...] | None = connection.execute(self.select, ids[: self.ids]).fetchone()
        return found

    def write(self, connection: sqlite3.Connection, ids: Sequence[int], values: _Values | None) -> None:
        if values is None:
            connection.execute(f"DELETE FROM {self.name} WHERE {self._where}", ids[: self.ids])
        else:
            connection.execute(self._put, (*ids[: self.ids], *values))


_TABLES = (
    _Table("moves", MOVE_COLUMNS, 2, list(MoveRow(0, 0))[2:]),
    _Table("positions", POSITION_COLUMNS, 1, list(PositionRow(0))[1:]),
    _Table(CHAPTERS, "place, pgn", 1, [None]),
    _Table(SWITCHED_OFF, "key, move, since", 2, [None]),
)
"""By the kind of a change."""


class EditState(IntEnum):
    """An edit is done, undone (and can be redone), or undone and followed by another edit."""

    DONE = 0
    UNDONE = 1
    DROPPED = 2


MOST_EDITS = 200  # looked through for their positions
_VERDICT = PositionRow._fields.index("verdict") - 1  # in the values of a change
_WIDTHS = {len(table.empty) for table in _TABLES}
_EDIT_COLUMNS = "id, time, who, label, game, state"
_EDITS = RowShape(
    "edits", id=whole(), time=TIME, who=TEXT, label=TEXT, game=optional(whole()), state=whole(0, max(EditState))
)
_CHANGES = RowShape(
    "changes",
    kind=whole(MOVE_CHANGE, SWITCH_CHANGE),
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
        values = _TABLES[MOVE_CHANGE].find(self._connection, (key, move))
        return self._book.row_of(values) if values else None

    def put(self, row: MoveRow) -> None:
        """Writes a row, unless it is unchanged."""
        old = self.row(row.key, row.move)
        if old != row:
            self._change(MOVE_CHANGE, row[:2], list(old)[2:] if old else None, list(row)[2:])

    def delete(self, key: int, move: int) -> None:
        old = self.row(key, move)
        if old is not None:
            self._change(MOVE_CHANGE, (key, move), list(old)[2:], None)

    def position(self, key: int) -> PositionRow:
        """Returns the row of a position as this transaction sees it; an empty row for an unknown position."""
        values = _TABLES[POSITION_CHANGE].find(self._connection, (key,))
        return self._book.position_of(values) if values else PositionRow(key)

    def put_position(self, row: PositionRow) -> None:
        """Writes the row of a position, unless it is unchanged."""
        old = self.position(row.key)
        if old != row:
            known = list(old)[1:] if old != PositionRow(row.key) else None
            self._change(POSITION_CHANGE, row[:1], known, list(row)[1:])

    def add_chapters(self, chapters: Iterable[str]) -> None:
        """Writes chapters of a study, each a game in PGN, after those that the book has; it has each text once."""
        wanted = dict.fromkeys(chapters)
        if not wanted:
            return
        self._connection.execute(WHEN_NEEDED[CHAPTERS])
        known = [str(pgn) for (pgn,) in self._connection.execute(f"SELECT pgn FROM {CHAPTERS} ORDER BY place")]
        for place, pgn in enumerate((text for text in wanted if text not in known), len(known)):
            self._change(CHAPTER_CHANGE, (place,), None, [pgn])

    def switch(self, key: int, move: int, off: bool) -> None:
        self._connection.execute(WHEN_NEEDED[SWITCHED_OFF])
        found = _TABLES[SWITCH_CHANGE].find(self._connection, (key, move))
        if off is not bool(found):
            known = list(found[2:]) if found else None
            self._change(SWITCH_CHANGE, (key, move), known, [int(time.time())] if off else None)

    def execute(self, sql: str, values: tuple[object, ...]) -> sqlite3.Cursor:
        """Executes other SQL in the same transaction (the learning log's own tables)."""
        return self._connection.execute(sql, values)

    def _change(self, kind: int, ids: Sequence[int], old: _Values | None, new: _Values | None) -> None:
        key, move = (*ids, 0)[:2]
        self._connection.execute(
            "INSERT INTO changes VALUES (?, ?, ?, ?, ?, ?, ?)",
            (self.id, self.changed, kind, key, move, _packed(old), _packed(new)),
        )
        self.changed += 1
        _TABLES[kind].write(self._connection, ids, new)


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


class BookChanges(NamedTuple):
    """Positions (keys) that edits have changed: in their moves, and in their own row, such as their value."""

    moves: frozenset[int] = frozenset()
    rows: frozenset[int] = frozenset()


def states(book: BookFile) -> dict[int, int]:
    """Returns the state of every edit, by its number."""
    return dict(book.query("SELECT id, state FROM edits"))


def changes(book: BookFile, before: Mapping[int, int]) -> BookChanges | None:
    """Returns what was changed by edits made, undone or redone since their `states` were `before`. None if that are very
    many, or if a position became lost or is no longer: that also judges moves two plies above."""
    edits = [edit for edit, state in states(book).items() if before.get(edit) != state]
    if len(edits) > MOST_EDITS:
        return None
    moves, rows = set[int](), set[int]()
    for edit in edits:
        for kind, key, *values in book.query("SELECT kind, key, old, new FROM changes WHERE edit = ?", (edit,)):
            if kind == POSITION_CHANGE:
                if any(text and json.loads(text)[_VERDICT] for text in values):
                    return None
                rows.add(key)
            elif kind != CHAPTER_CHANGE:
                moves.add(key)
    return BookChanges(frozenset(moves), frozenset(rows))


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
            table = _TABLES[kind]
            there = table.find(connection, (key, move))
            current = list(there[table.ids :]) if there else None
            try:
                merged = _merged(kind, current, source, target)
            except (TypeError, ValueError) as error:
                raise damaged(book.path, Text("table changes, edit %1: %2", found[0], error)) from error
            table.write(connection, (key, move), merged)
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
    empty = _TABLES[kind].empty
    columns = zip(current or empty, source or empty, target or empty, strict=True)
    merged = [_merged_value(kind, index, *values) for index, values in enumerate(columns)]
    return None if merged == empty else merged


def _merged_value(kind: int, index: int, now: Any, was: Any, becomes: Any) -> Any:
    if now == was:
        return becomes
    if kind == MOVE_CHANGE and index + 2 in _GROWING:
        return now + (becomes - was)
    return now


def _is_change(values: object) -> bool:
    """Whether these can be the columns of a row; their types are checked when they become rows again."""
    return isinstance(values, list) and len(values) in _WIDTHS


def _packed(values: _Values | None) -> str | None:
    return None if values is None else json.dumps(values, separators=(",", ":"))


def _unpacked(text: str | None) -> _Values | None:
    return None if text is None else list(json.loads(text))
