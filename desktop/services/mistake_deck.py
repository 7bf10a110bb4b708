"""The user's own mistakes, saved to be trained: one JSON file, cards by FSRS as in the trainer of openings."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import chess

from desktop.model.errors import FileError
from desktop.model.mistakes import Exercise
from desktop.services.atomic import write_atomically

FORMAT = "ratsu-mistakes-1"
_DAY_S = 86_400


@dataclass(frozen=True)
class _Entry:
    exercise: Exercise
    card: str | None  # FSRS' JSON; None: never asked
    due: float  # seconds since 1970; 0: never asked


class MistakeDeck:
    """Used by one thread only. The file is read when it is first needed and replaced at every change."""

    def __init__(self, path: Path | None, clock: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        """`path` None: nothing can be kept, and saving says so."""
        self._path = path
        self._clock = clock
        self._entries: dict[str, _Entry] | None = None

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
            self._entries = {entry.exercise.id: entry for entry in self._read()}
        return self._entries

    def _read(self) -> list[_Entry]:
        if self._path is None or not self._path.exists():
            return []
        try:
            data = json.loads(self._path.read_text("utf-8"))
            if data["format"] != FORMAT:
                raise ValueError(data["format"])
            return [_entry(row) for row in data["mistakes"]]
        except OSError as error:
            raise FileError(f"{self._path} cannot be read ({error.strerror}).") from error
        except (ValueError, KeyError, TypeError, IndexError, AttributeError) as error:
            raise FileError(
                f"{self._path} is not a list of saved mistakes (or is damaged). Move it away to begin a new one."
            ) from error

    def _save(self, entries: dict[str, _Entry]) -> None:
        if self._path is None:
            raise FileError("Nothing can be kept: the data folder cannot be written.")
        rows = [{**asdict(entry.exercise), "card": entry.card, "due": entry.due} for entry in entries.values()]
        text = json.dumps({"format": FORMAT, "mistakes": rows}, ensure_ascii=False, indent=1)
        write_atomically(self._path, text.encode())
        self._entries = entries


def _entry(row: dict[str, Any]) -> _Entry:
    card, due = row.pop("card"), float(row.pop("due"))
    exercise = Exercise(**{**row, "moves": tuple(row["moves"]), "better": tuple(row["better"])})
    board = chess.Board(exercise.start_fen, chess960=exercise.chess960)
    for move in (*exercise.moves, exercise.better[0]):
        board.push_uci(move)  # raises ValueError
    return _Entry(exercise, card, due)
