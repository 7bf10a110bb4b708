"""The user's own mistakes, saved to be trained: one JSON file, cards by FSRS as in the trainer of openings."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from pathlib import Path

from desktop.services.kit.kept_file import KeptFile
from engine.play.cards import Grade, graded
from engine.play.review.deck import MOST_BYTES, Entry, as_file, of_file, with_exercises
from engine.play.review.exercises import Exercise
from engine.text import Text

_DAY_S = 86_400


class MistakeDeck:
    """Used by one thread only. The file is read when it is first needed and replaced at every change; one that cannot be
    read is set aside."""

    def __init__(self, path: Path | None, clock: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        """`path` None: nothing can be kept, and saving says so."""
        self._file = KeptFile(path, MOST_BYTES)
        self._clock = clock
        self._entries: dict[str, Entry] | None = None

    def take_problem(self) -> Text:
        """What the user should know about the file, once."""
        return self._file.take_problem()

    def add(self, exercises: Iterable[Exercise]) -> int:
        """Saves exercises; those that are there already keep their cards. Returns how many are new. Raises FileError."""
        before = self._all()
        entries = with_exercises(before, exercises)
        self._save(entries)
        return len(entries) - len(before)

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
        entries = dict(self._all())
        entry = entries[exercise_id]
        now = self._clock()
        card, due = graded(entry.card, Grade.WRONG if not right else Grade.HELPED if helped else Grade.RIGHT, now)
        entries[exercise_id] = Entry(entry.exercise, card, due)
        self._save(entries)
        return (due - now.timestamp()) / _DAY_S

    def _all(self) -> dict[str, Entry]:
        if self._entries is None:
            nothing: dict[str, Entry] = {}
            self._entries = self._file.read(of_file, nothing)
        return self._entries

    def _save(self, entries: dict[str, Entry]) -> None:
        self._file.write(as_file(entries))
        self._entries = entries
