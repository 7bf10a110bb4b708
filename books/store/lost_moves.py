"""Converts what a book of format 2 had learned about moves into format 3's verdicts on positions.

A move barred by a lost game, or marked `?` by analysis, makes the position that it reaches suspected. The journal is
converted too, so that old lessons can still be undone.
"""

import json
import sqlite3
from itertools import pairwise
from typing import Any

import chess

from books.entry import PositionRow, PositionVerdict
from books.key import decode, position_key
from engine.ground.integers import whole_number

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
