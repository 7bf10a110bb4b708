"""The user's own mistakes, saved to be trained: one JSON file, cards by FSRS as in the trainer of openings."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from desktop.services.kit.kept_file import KeptFile
from engine.ground.saved_file import SavedFile
from engine.ground.text import Text
from engine.play.cards import Grade, days_between, graded
from engine.play.review.deck import MOST_BYTES, Entry, add_exercises, as_file, of_file
from engine.play.review.exercises import Exercise


class MistakeDeck:
    """Used by one thread only. The file is read when it is first needed, and again where the command line has added to it;
    one that cannot be read is set aside."""

    def __init__(self, path: Path | None, clock: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        """`path` None: nothing can be kept, and saving says so."""
        self._file = KeptFile(path, MOST_BYTES)
        self._clock = clock
        nothing: dict[str, Entry] = {}
        self._saved = SavedFile(
            path, lambda: self._file.read(of_file, nothing), lambda entries: self._file.write(as_file(entries))
        )

    def take_problem(self) -> Text:
        """What the user should know about the file, once."""
        return self._file.take_problem()

    def add(self, exercises: Iterable[Exercise], *, by_hand: bool = False) -> int:
        """Saves exercises; those that are there already keep their cards, and those that were forgotten stay away, unless they
        were chosen `by_hand`. Returns how many are new. Raises FileError."""
        return add_exercises(self._saved, exercises, by_hand=by_hand)

    def remove(self, exercise_id: str) -> None:
        """Forgets one. Raises FileError."""

        def without(before: dict[str, Entry]) -> dict[str, Entry]:
            return {key: replace(one, forgotten=True) if key == exercise_id else one for key, one in before.items()}

        self._saved.change(without)

    def _entries(self) -> list[Entry]:
        return [entry for entry in self._saved.value().values() if not entry.forgotten]

    def counts(self) -> tuple[int, int, float | None]:
        """How many are due, how many there are, and the seconds until one more is due, if nobody trains (None: all are). Raises
        FileError."""
        now, entries = self._clock().timestamp(), self._entries()
        changes_in_s = min((entry.due - now for entry in entries if entry.due > now), default=None)
        return sum(entry.due <= now for entry in entries), len(entries), changes_in_s

    def due(self, most: int = 30) -> tuple[Exercise, ...]:
        """Those to be asked now, the longest due first, new ones last. Raises FileError."""
        now = self._clock().timestamp()
        waiting = [entry for entry in self._entries() if entry.due <= now]
        waiting.sort(key=lambda entry: (entry.card is None, entry.due))
        return tuple(entry.exercise for entry in waiting[:most])

    def grade(self, exercise: Exercise, *, right: bool, helped: bool) -> float:
        """Grades an answer: wrong, right with help, right. Returns the days until it comes again; one that was forgotten
        meanwhile is saved again. Raises FileError."""
        now = self._clock()
        grade = Grade.WRONG if not right else Grade.HELPED if helped else Grade.RIGHT

        def answered(before: dict[str, Entry]) -> dict[str, Entry]:
            entry = before.get(exercise.id, Entry(exercise))
            return {**before, exercise.id: Entry(entry.exercise, *graded(entry.card, grade, now))}

        card = self._saved.change(answered)[exercise.id].card
        return days_between(card) if card is not None else 0.0
