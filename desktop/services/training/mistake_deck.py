"""The user's own mistakes, saved to be trained: one JSON file, cards by FSRS as in the trainer of openings."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

import chess

from desktop.model.mistakes import Exercise
from desktop.services.kit.kept_file import KeptFile
from engine.json_text import JsonError, JsonValue, dumped, parse
from engine.text import Text

FORMAT = "ratsu-mistakes-1"
MOST_BYTES = 64 << 20  # of the file: a hundred thousand mistakes
_DAY_S = 86_400
_LAST_DAY = 250_000_000_000  # seconds since 1970: in the year 9892; a date knows four digits
_LONGEST_NAME = 1_000  # characters
_LONGEST_MOVE = 8


@dataclass(frozen=True)
class _Entry:
    exercise: Exercise
    card: str | None  # FSRS' JSON; None: never asked
    due: float  # seconds since 1970; 0: never asked


class MistakeDeck:
    """Used by one thread only. The file is read when it is first needed and replaced at every change; one that cannot be
    read is set aside."""

    def __init__(self, path: Path | None, clock: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        """`path` None: nothing can be kept, and saving says so."""
        self._file = KeptFile(path, MOST_BYTES)
        self._clock = clock
        self._entries: dict[str, _Entry] | None = None

    def take_problem(self) -> Text:
        """What the user should know about the file, once."""
        return self._file.take_problem()

    def add(self, exercises: Iterable[Exercise]) -> int:
        """Saves exercises; those that are there already keep their cards. Returns how many are new. Raises FileError."""
        entries = dict(self._all())
        before = len(entries)
        for exercise in exercises:
            entries.setdefault(exercise.id, _Entry(exercise, None, 0.0))
        self._save(entries)
        return len(entries) - before

    def remove(self, exercise_id: str) -> None:
        """Forgets one. Raises FileError."""
        self._save({key: entry for key, entry in self._all().items() if key != exercise_id})

    def counts(self) -> tuple[int, int]:
        """How many are due, and how many there are. Raises FileError."""
        now = self._clock().timestamp()
        entries = self._all()
        return sum(entry.due <= now for entry in entries.values()), len(entries)

    def due(self, most: int = 30) -> tuple[Exercise, ...]:
        """Those to be asked now, the longest due first, new ones last. Raises FileError."""
        now = self._clock().timestamp()
        waiting = [entry for entry in self._all().values() if entry.due <= now]
        waiting.sort(key=lambda entry: (entry.card is None, entry.due))
        return tuple(entry.exercise for entry in waiting[:most])

    def grade(self, exercise_id: str, *, right: bool, helped: bool) -> float:
        """Grades an answer: wrong, right with help, right. Returns the days until it comes again. Raises FileError."""
        from fsrs import Card, Rating, Scheduler

        entries = dict(self._all())
        entry = entries[exercise_id]
        rating = Rating.Again if not right else Rating.Hard if helped else Rating.Good
        now = self._clock()
        card, _ = Scheduler().review_card(Card.from_json(entry.card) if entry.card else Card(), rating, now)
        entries[exercise_id] = _Entry(entry.exercise, card.to_json(), card.due.timestamp())
        self._save(entries)
        return float((card.due.timestamp() - now.timestamp()) / _DAY_S)

    def _all(self) -> dict[str, _Entry]:
        if self._entries is None:
            nothing: dict[str, _Entry] = {}
            self._entries = self._file.read(_loaded, nothing)
        return self._entries

    def _save(self, entries: dict[str, _Entry]) -> None:
        rows = [{**asdict(entry.exercise), "card": entry.card, "due": entry.due} for entry in entries.values()]
        self._file.write(dumped({"format": FORMAT, "mistakes": rows}))
        self._entries = entries


def _loaded(content: bytes) -> dict[str, _Entry]:
    """:raises JsonError: it is damaged. :raises ValueError: a position or a move in it is not legal."""
    found = parse(content, MOST_BYTES)
    found["format"].one_of((FORMAT,))
    entries = [_entry(row) for row in found["mistakes"]]
    return {entry.exercise.id: entry for entry in entries}


def _entry(row: JsonValue) -> _Entry:
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
    return _Entry(exercise, _card(row["card"]), row["due"].number(0, _LAST_DAY))


def _card(found: JsonValue) -> str | None:
    """A card of FSRS as it is kept. :raises JsonError: it is none."""
    if found.missing:
        return None
    from fsrs import Card

    text = found.text()
    parse(text)
    try:
        Card.from_json(text).due.timestamp()
    except Exception as error:
        raise JsonError("%1 is no card (%2)", found.place, type(error).__name__) from error
    return text
