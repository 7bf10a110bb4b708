"""Upgrades a book file of an older format to the present one: after copying it, in one transaction."""

import contextlib
import json
import os
import sqlite3
from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import chess

from books.entry import PositionRow, PositionVerdict
from books.errors import BookError, ReadOnlyBookError
from books.key import decode, position_key
from books.store import old_schema, schema
from books.store.fingerprint import old_fingerprint
from engine.ground.files import make_private
from engine.ground.integers import whole_number
from engine.ground.leftovers import replace

_CHANGES = "FROM changes JOIN edits ON edits.id = edit WHERE kind = 0"
_SOURCE = 13  # index in the journal's values of formats 1 and 2, which begin with the flag
_BARRED_2, _WEIGHT_2 = 17, 1


_FLAG, _EVALUATION, _DEPTH, _ENGINE, _EVALUATED, _SOURCE, _BARRED = 0, 5, 6, 7, 8, 13, 17  # indices in format 2
_VALUES_2 = (
    "flag, weight, wins, draws, losses, evaluation, depth, engine, evaluated, times_played, last_played, locked, comment, "
    "source, learn, ordinal, credit, barred"
)
_LEARNED = "(source LIKE 'game %' OR source = 'learning')"
_Place = tuple[int, int]


def judge_positions(connection: sqlite3.Connection) -> None:
    """Fills `positions` from the renamed tables of format 2, and drops these."""
    children = _children(connection)
    for key, move, *values in connection.execute(
        f"SELECT key, move, {_VALUES_2} FROM moves_2 WHERE {_LEARNED} AND (barred != 0 OR flag = 0)"
    ).fetchall():
        if (key, move) in children:
            _put(connection, _reached(children[key, move], values))
            connection.execute(
                "UPDATE moves SET flag = -1, presence = 0 WHERE key = ? AND move = ? AND flag = 0", (key, move)
            )
    _rewrite_journal(connection, children)
    lessons = connection.execute("SELECT id, key, move FROM lessons").fetchall()
    reached = [(children[key, move], number) for number, key, move in lessons if (key, move) in children]
    connection.executemany("UPDATE lessons SET reached = ? WHERE id = ?", reached)
    for (name,) in connection.execute(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE '%\\_2' ESCAPE '\\'"
    ).fetchall():
        connection.execute(f"DROP TABLE {name}")


def _children(connection: sqlite3.Connection) -> dict[_Place, int]:
    """Returns the position that each move of a learned game or lesson reaches."""
    found: dict[_Place, int] = {}
    for (path,) in connection.execute("SELECT path FROM games_2"):
        steps = json.loads(path)
        found.update({(key, move): after[0] for (key, move), after in pairwise(steps)})
    for fen, key, code in connection.execute("SELECT fen, key, move FROM lessons_2"):
        if (key, code) not in found:
            board = chess.Board(fen, chess960=False)
            move = decode(board, code)
            if move is not None:
                board.push(move)
                found[key, code] = position_key(board)
    return found


def _reached(key: int, values: list[Any]) -> PositionRow:
    """Returns the row of the position `key` from the values of the move in format 2 that reaches it."""
    barred, evaluation = values[_BARRED], values[_EVALUATION]
    if not barred and (values[_FLAG] != 0 or not _is_learned(values[_SOURCE])):
        return PositionRow(key)
    number = (values[_SOURCE] or "").removeprefix("game ")
    return PositionRow(
        key,
        value=None if evaluation is None else -evaluation,
        depth=values[_DEPTH],
        engine=values[_ENGINE],
        evaluated=values[_EVALUATED],
        verdict=PositionVerdict.SUSPECTED,
        lost=1,
        game=barred or whole_number(number) or 0,
    )


def _is_learned(source: str | None) -> bool:
    return source == "learning" or (source or "").startswith("game ")


def _put(connection: sqlite3.Connection, row: PositionRow) -> None:
    connection.execute(
        "INSERT INTO positions (key, value, depth, engine, evaluated, verdict, lost, game) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (key) DO UPDATE SET value = excluded.value, depth = excluded.depth, engine = excluded.engine,"
        " evaluated = excluded.evaluated, verdict = excluded.verdict, lost = excluded.lost, game = excluded.game",
        (row.key, row.value, row.depth, row.engine, row.evaluated, row.verdict, row.lost, row.game),
    )


def _rewrite_journal(connection: sqlite3.Connection, children: dict[_Place, int]) -> None:
    """Adds to each change that made or lifted a bar or a learned `?` the change of the position, in the same edit."""
    added: list[tuple[int, int, str | None, str | None, int]] = []
    for edit, number, key, move, old, new in connection.execute(
        "SELECT edit, number, key, move, old, new FROM changes_2 WHERE kind = 0 ORDER BY edit, number"
    ).fetchall():
        if (key, move) not in children:
            continue
        before, after = (
            _reached(children[key, move], json.loads(text)) if text else PositionRow(children[key, move])
            for text in (old, new)
        )
        if before != after:
            added.append((edit, before.key, _packed(before), _packed(after), edit))
        for column, row in (("old", before), ("new", after)):
            if row.verdict:  # the position now carries the flag
                sql = f"SELECT {column} FROM changes WHERE edit = ? AND number = ?"
                values = json.loads(connection.execute(sql, (edit, number)).fetchone()[0])
                if values[_FLAG] == 0:
                    values[_FLAG], values[-1] = -1, 0
                    text = json.dumps(values, separators=(",", ":"))
                    connection.execute(
                        f"UPDATE changes SET {column} = ? WHERE edit = ? AND number = ?", (text, edit, number)
                    )
    connection.executemany(
        "INSERT INTO changes SELECT ?, 1 + max(number), 1, ?, 0, ?, ? FROM changes WHERE edit = ?", added
    )


def _packed(row: PositionRow) -> str | None:
    return json.dumps(list(row)[1:], separators=(",", ":")) if row.verdict else None


def copy_database(source: sqlite3.Connection, target: Path) -> None:
    """Copies a live database to `target` atomically.

    :raises OSError: it cannot be written; `target` is unchanged.
    :raises sqlite3.Error: it cannot be read; `target` is unchanged.
    """
    beside = target.with_name(target.name + ".part")
    beside.unlink(missing_ok=True)
    try:
        make_private(beside)
        with contextlib.closing(sqlite3.connect(beside)) as copy:
            source.backup(copy)
        with beside.open("r+b") as written:  # Windows syncs only what may be written
            os.fsync(written.fileno())
        replace(beside, target)
    finally:
        beside.unlink(missing_ok=True)


def keep_copy(path: Path, version: int) -> Path:
    """Copies a book of an older format into the folder `backups` beside it, before an upgrade. Returns the copy. The
    caller holds the write lock, so that the copy equals what will be changed.
    :raises ReadOnlyBookError: the copy failed; the book must not be changed."""
    target = path.parent / "backups" / f"{path.stem}-format{version}{path.suffix}"
    try:
        target.parent.mkdir(exist_ok=True)
        with contextlib.closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as reader:
            copy_database(reader, target)
    except (OSError, sqlite3.Error) as error:
        raise ReadOnlyBookError(
            "The book %1 has an older format and was opened for reading only: no copy could be made in %2 (%3). "
            "Free some space or allow writing there, then restart Ratsu.",
            path,
            target.parent,
            error,
        ) from error
    return target


def upgrade(connection: sqlite3.Connection, version: int) -> None:
    """Upgrades the tables from `version` (0: none yet) to the present one, inside the caller's transaction."""
    if version == 1:
        _execute(connection, old_schema.TO_2)
        _tell_chosen_from_present(connection)
        _give_fingerprints(connection)
    if version:
        _set_aside(connection)
    _execute(connection, schema.TABLES)
    if version:
        _fill(connection)
        judge_positions(connection)
    connection.execute(f"PRAGMA application_id = {schema.APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {schema.VERSION}")


def old_version_error(path: Path, error: BookError) -> ReadOnlyBookError:
    """Returns the error after a failed upgrade: the old file is unchanged and is still read."""
    return ReadOnlyBookError(
        "The book %1 has an older format and could not be upgraded (%2). It is unchanged and opened for reading only.",
        path,
        error,
    )


def chosen_blanks(connection: sqlite3.Connection) -> set[tuple[int, int]]:
    """Returns the (key, move) pairs whose blank flag the user chose, from the journal of a file of format 1."""
    chosen: set[tuple[int, int]] = set()
    rows = connection.execute(f"SELECT key, move, new, who, label {_CHANGES} AND state = 0 ORDER BY edit, number")
    for key, move, new, who, label in rows:
        _follow(chosen, (key, move), new, who, label)
    return chosen


def _execute(connection: sqlite3.Connection, script: str) -> None:
    """Runs the statements of a script inside the running transaction (`executescript` would commit it)."""
    for statement in script.split(";"):
        connection.execute(statement)


# From 2 to 3


def _set_aside(connection: sqlite3.Connection) -> None:
    """Renames the tables of format 2 and drops their indices, whose names the new tables need."""
    for (name,) in connection.execute(
        "SELECT name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL"
    ).fetchall():
        connection.execute(f'DROP INDEX "{name}"')
    for name in ("moves", "positions", *old_schema.COPIED):
        connection.execute(f"ALTER TABLE {name} RENAME TO {name}_2")


def _fill(connection: sqlite3.Connection) -> None:
    """Fills the new tables from the renamed ones. Bars of moves are converted in lost_moves."""
    for name in old_schema.COPIED:
        columns = ", ".join(row[1] for row in connection.execute(f"PRAGMA table_info({name}_2)"))
        connection.execute(f"INSERT INTO {name} ({columns}) SELECT {columns} FROM {name}_2")
    connection.execute(f"INSERT INTO moves ({schema.MOVE_COLUMNS}) SELECT {old_schema.move_columns(2)} FROM moves_2")
    connection.execute(
        f"INSERT INTO positions ({schema.POSITION_COLUMNS}) SELECT {old_schema.position_columns()} FROM positions_2"
    )
    changes = connection.execute("SELECT edit, number, kind, old, new FROM changes_2")
    connection.executemany("UPDATE changes SET old = ?, new = ? WHERE edit = ? AND number = ?", _as_format_3(changes))


def _as_format_3(changes: Iterable[tuple[Any, ...]]) -> Iterator[tuple[str | None, str | None, int, int]]:
    for edit, number, kind, old, new in changes:
        yield _values_3(kind, old), _values_3(kind, new), edit, number


def _values_3(kind: int, text: str | None) -> str | None:
    """Returns the journal's values of a move or position in the present columns, so that undo matches them."""
    if text is None:
        return None
    row = json.loads(text)
    if kind == 0:
        flag, weight = row[0], row[_WEIGHT_2]
        presence = -1 if weight == -1 else 0 if flag is None else 1
        row = [-1 if flag is None else flag, max(weight, 0), *row[2:_BARRED_2], *row[_BARRED_2 + 1 :], presence]
    else:
        row = [*row, *[None] * 10, 0, 0, 0]
    return json.dumps(row, separators=(",", ":"))


# From 1 to 2


def _follow(chosen: set[tuple[int, int]], place: tuple[int, int], new: str | None, who: str, label: str) -> None:
    """Updates `chosen` by one change of a move: only the user's own choice, or an accepted proposal of the book check,
    counts."""
    by_hand = who == "user" and (label.endswith(" -> normal") or label == "line marked normal")
    if new is None or not new.startswith("[2,"):
        chosen.discard(place)
    elif by_hand or label == "flags proposed by the doctor":
        chosen.add(place)


def _tell_chosen_from_present(connection: sqlite3.Connection) -> None:
    """Marks the blanks that the user chose as chosen, in the book and its journal; all other blanks inherit."""
    chosen = chosen_blanks(connection)
    connection.executemany("UPDATE moves SET inherits = 0 WHERE key = ? AND move = ? AND flag = 2", chosen)
    changes = connection.execute(
        f"SELECT edit, number, state, key, move, old, new, who, label {_CHANGES} ORDER BY edit, number"
    )
    connection.executemany("UPDATE changes SET old = ?, new = ? WHERE edit = ? AND number = ?", _with_column(changes))


def _with_column(changes: Iterable[tuple[Any, ...]]) -> Iterator[tuple[str | None, str | None, int, int]]:
    """Yields the journal's values with the new column appended, so that undo matches them."""
    chosen: set[tuple[int, int]] = set()
    for edit, number, state, key, move, old, new, who, label in changes:
        place = (key, move)
        was = place in chosen
        after = chosen if state == 0 else set(chosen & {place})  # an undone edit says nothing about the present
        _follow(after, place, new, who, label)
        yield _appended(old, was), _appended(new, place in after), edit, number


def _appended(values: str | None, chosen: bool) -> str | None:
    if values is None:
        return None
    row = json.loads(values)
    flag, source = row[0], row[_SOURCE]
    inherits = flag is not None and (source == "games" or (flag == 2 and source != "learning" and not chosen))
    return json.dumps([*row, int(inherits)], separators=(",", ":"))


def _give_fingerprints(connection: sqlite3.Connection) -> None:
    """Gives older games the fingerprint that their stored data allow; of equal games only the first gets it."""
    seen: set[str] = set()
    games = connection.execute(
        "SELECT id, fen, moves, own_white, opponent, result, state FROM games ORDER BY id"
    ).fetchall()
    for number, fen, moves, own_white, opponent, result, state in games:
        print_ = old_fingerprint(fen, moves.split(), bool(own_white), opponent, result)
        if state != 2 and print_ not in seen:
            seen.add(print_)
            connection.execute("UPDATE games SET fingerprint = ? WHERE id = ?", (print_, number))
