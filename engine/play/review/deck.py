"""The file of saved mistakes, which the trainer asks again: the window's and the command line's."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict

import chess

from engine.ground.json_text import JsonValue, dumped, parse
from engine.ground.saved_file import SavedFile
from engine.ground.values import dataclass
from engine.play.cards import read_row
from engine.play.review.exercises import Exercise

FORMAT = "ratsu-mistakes-1"
MOST_BYTES = 64 << 20  # of the file: a hundred thousand mistakes
_LONGEST_NAME = 1_000  # characters
_LONGEST_MOVE = 8


@dataclass(frozen=True)
class Entry:
    """An exercise with its card of FSRS (None: never asked), and when it is due in seconds since 1970 (0: never asked). One that
    the user has forgotten on purpose stays in the file: whoever looks through the same games again must not bring it back."""

    exercise: Exercise
    card: str | None = None
    due: float = 0.0
    forgotten: bool = False


def add_exercises(deck: SavedFile[dict[str, Entry]], exercises: Iterable[Exercise], *, by_hand: bool = False) -> int:
    """Saves exercises; those that are there already keep their cards, and those that were forgotten stay away, unless they were
    chosen `by_hand`. Returns how many are new. Raises RatsuError."""
    new = 0

    def add(entries: dict[str, Entry]) -> dict[str, Entry]:
        nonlocal new
        found = {one.id: Entry(one) for one in exercises}
        known = {key: one for key, one in entries.items() if not (by_hand and one.forgotten and key in found)}
        after = {**found, **known}
        new = len(after) - len(known)
        return after

    deck.change(add)
    return new


def as_file(entries: Mapping[str, Entry]) -> bytes:
    """The content of the file."""
    rows = [_row(entry) for entry in entries.values()]
    return dumped({"format": FORMAT, "mistakes": rows})


def _row(entry: Entry) -> dict[str, object]:
    row = {**asdict(entry.exercise), "card": entry.card, "due": entry.due}
    return {**row, "forgotten": True} if entry.forgotten else row


def of_file(content: bytes) -> dict[str, Entry]:
    """The entries of a file by the names of their exercises.

    :raises JsonError: it is damaged. :raises ValueError: a position or a move in it is not legal.
    """
    found = parse(content, MOST_BYTES)
    found["format"].one_of((FORMAT,))
    entries = [_entry(row) for row in found["mistakes"]]
    return {entry.exercise.id: entry for entry in entries}


def _entry(row: JsonValue) -> Entry:
    exercise = exercise_of(row)
    card, due = (None, 0.0) if row["card"].missing else read_row(row)
    return Entry(exercise, card, due, row.get("forgotten", False).flag())


def exercise_of(row: JsonValue) -> Exercise:
    """An exercise as `dataclasses.asdict` gives it to JSON.

    :raises JsonError: a value is missing or of another type. :raises ValueError: a position or a move in it is not legal.
    """
    exercise = Exercise(
        start_fen=row["start_fen"].text(_LONGEST_NAME),
        moves=row["moves"].texts(_LONGEST_MOVE),
        chess960=row["chess960"].flag(),
        fen=row["fen"].text(_LONGEST_NAME),
        white=row["white"].flag(),
        played=row["played"].text(_LONGEST_NAME),
        played_text=row["played_text"].text(_LONGEST_NAME),
        better=row["better"].texts(_LONGEST_MOVE),
        better_text=row["better_text"].text(),
        share=row["share"].number(0, 1),
        event=row["event"].text(),
    )
    board = chess.Board(exercise.start_fen, chess960=exercise.chess960)
    for move in (*exercise.moves, row["better"][0].text(_LONGEST_MOVE)):
        board.push_uci(move)  # raises ValueError
    return exercise
