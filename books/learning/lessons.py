"""The learning log: the lessons of each game, their effect, and accepting, rejecting and undoing them.

A lesson is one edit of the learned book (books.store.journal): rejecting undoes exactly that edit; accepting marks it
as seen and, if it was rejected before, redoes it. In the file a lesson's text is its reason in English words, a line
break and the value (`engine.game.reason_file`). Older programs show the words; this one shows them if the value is
missing.
"""

import time as clock
from collections.abc import Callable, Sequence
from dataclasses import replace
from enum import IntEnum
from typing import NamedTuple

import chess

from books.entry import Flag, MoveRow, PositionRow
from books.key import encode, position_key
from books.learning.played import LearningStage, board_of, fen_of
from books.store import journal
from books.store.book_file import BookFile
from books.store.journal import EditState
from books.store.row_shapes import FLAG, POSITION, TEXT, TIME, RowShape, number, optional, whole
from engine.game.reason import Reason, text_reason
from engine.game.reason_file import as_json, of_json
from engine.game.reason_words import english
from engine.ground.values import dataclass


class LessonState(IntEnum):
    """The user's decision on a lesson."""

    NEW = 0
    ACCEPTED = 1
    REJECTED = 2


@dataclass(frozen=True)
class Lesson:
    """One line of the log. Flags (of all books together; None: no flag) and probabilities are those of the move before
    and after the lesson. `game`: its number; for a check of the book, minus its start in seconds since 1970."""

    id: int
    game: int
    time: int
    fen: str
    move: int
    reason: Reason
    flag_before: Flag | None
    flag_after: Flag | None
    probability_before: float
    probability_after: float
    state: LessonState
    edit: int

    def standing_now(self, standing: "BookStanding | None") -> "Lesson":
        """Returns the lesson with the present flag and chance of its move; unchanged if they are unknown."""
        if standing is None:
            return self
        return replace(self, flag_after=standing.flag, probability_after=standing.probability)

    @property
    def board(self) -> chess.Board:
        return board_of(self.fen)


_COLUMNS = (
    "id, game, time, fen, move, text, flag_before, flag_after, probability_before, probability_after, state, edit"
)


_GAMES = RowShape("edits", number=whole())
_LESSONS = RowShape(
    "lessons",
    id=whole(),
    game=whole(),
    time=TIME,
    fen=POSITION,
    move=whole(0, 0xFFFF),
    text=TEXT,
    flag_before=optional(FLAG),
    flag_after=optional(FLAG),
    probability_before=number(),
    probability_after=number(),
    state=whole(0, max(LessonState)),
    edit=whole(),
)


class BookStanding(NamedTuple):
    """A move in all books together: its flag (None: no flag) and its probability (0-1)."""

    flag: Flag | None
    probability: float


@dataclass(frozen=True)
class NewLesson:
    """A lesson before it is written: its move, rows and positions. `standing` returns the move's flag and chance; it is
    called before and after the rows are written, in the same transaction."""

    game: int
    board: chess.Board
    move: chess.Move
    rows: tuple[MoveRow, ...]
    positions: tuple[PositionRow, ...]
    reason: Reason
    standing: Callable[[], BookStanding]


def write(book: BookFile, lesson: NewLesson) -> int | None:
    """Writes a lesson and its rows in one transaction. Returns its number; None if it is not new: learned before, also
    by an interrupted analysis of the same game, or by another program in the meantime."""
    words = english(lesson.reason)
    text = f"{words}\n{as_json(lesson.reason)}"
    key, code = position_key(lesson.board), encode(lesson.board, lesson.move)
    after = lesson.board.copy(stack=False)
    after.push(lesson.move)
    with journal.edit(book, "learning", words, lesson.game) as edit:
        same = "SELECT 1 FROM lessons WHERE game = ? AND key = ? AND move = ? AND text = ?"
        if edit.execute(same, (lesson.game, key, code, text)).fetchone():
            return None
        # The verdict set right after the game becomes part of the lesson: "before" means before the game, and rejecting
        # the lesson lifts it.
        for position in lesson.positions:
            if position.game == lesson.game:
                bar = "verdict = 0, lost = 0, game = 0 WHERE key = ? AND game = ? AND value IS NULL"
                edit.execute(f"UPDATE positions SET {bar}", (position.key, lesson.game))
        before = lesson.standing()
        for row in lesson.rows:
            edit.put(row)
        for position in lesson.positions:
            edit.put_position(edit.position(position.key).judged(position))
        if not edit.changed:
            return None
        now = lesson.standing()
        cursor = edit.execute(
            "INSERT INTO lessons (game, edit, time, fen, key, move, reached, text, flag_before, flag_after,"
            " probability_before, probability_after) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                lesson.game,
                edit.id,
                int(clock.time()),
                fen_of(lesson.board),
                key,
                code,
                position_key(after),
                text,
                before.flag,
                now.flag,
                before.probability,
                now.probability,
            ),
        )
        return cursor.lastrowid


def log(book: BookFile, game: int | None = None, limit: int = -1) -> list[Lesson]:
    """Returns the lessons of one game or all, newest first, at most `limit` (-1: all). A lesson whose edit was undone
    counts as rejected."""
    where, values = ("WHERE game = ?", (game, limit)) if game is not None else ("", (limit,))
    undone = (
        f"CASE WHEN edit IN (SELECT id FROM edits WHERE state != 0) THEN {int(LessonState.REJECTED)} ELSE state END"
    )
    columns = _COLUMNS.replace("state,", f"{undone},")
    rows = book.query(f"SELECT {columns} FROM lessons {where} ORDER BY id DESC LIMIT ?", values, _LESSONS)
    return [
        Lesson(
            id,
            in_game,
            when,
            fen,
            move,
            _read(text),
            None if before is None else Flag(before),
            None if after is None else Flag(after),
            was,
            now,
            LessonState(state),
            edit,
        )
        for id, in_game, when, fen, move, text, before, after, was, now, state, edit in rows
    ]


def _read(text: str) -> Reason:
    words, _, value = text.partition("\n")
    try:
        return of_json(value)
    except ValueError:
        return text_reason(words)


def accept(book: BookFile, lessons: Sequence[Lesson]) -> None:
    """Marks lessons as seen; rejected ones are redone."""
    for lesson in sorted(lessons, key=lambda lesson: lesson.id):
        journal.reapply(book, lesson.edit)
        _mark(book, lesson, LessonState.ACCEPTED)


def reject(book: BookFile, lessons: Sequence[Lesson]) -> None:
    """Undoes lessons, newest first. What later games taught stays."""
    for lesson in sorted(lessons, key=lambda lesson: -lesson.id):
        journal.revert(book, lesson.edit)
        _mark(book, lesson, LessonState.REJECTED)


def undo_game(book: BookFile, game: int) -> int:
    """Undoes everything that was learned from a game: lessons, results and credit. Returns the number of edits."""
    edits = book.query(
        "SELECT id FROM edits WHERE game = ? AND state = ? ORDER BY id DESC", (game, EditState.DONE), _GAMES
    )
    for (edit,) in edits:
        journal.revert(book, edit)
    with book.transaction() as connection:
        connection.execute("UPDATE lessons SET state = ? WHERE game = ?", (LessonState.REJECTED, game))
        connection.execute("UPDATE games SET state = ? WHERE id = ?", (LearningStage.REJECTED, game))
    return len(edits)


def undo_everything(book: BookFile) -> int:
    """Undoes all learning, game by game, newest first. Returns the number of edits."""
    games = book.query(
        "SELECT DISTINCT game FROM edits WHERE game IS NOT NULL AND state = 0 ORDER BY game DESC", (), _GAMES
    )
    return sum(undo_game(book, game) for (game,) in games)


def _mark(book: BookFile, lesson: Lesson, state: LessonState) -> None:
    with book.transaction() as connection:
        connection.execute("UPDATE lessons SET state = ? WHERE id = ?", (state, lesson.id))
