"""When each endgame lesson comes again: one JSON file, a card of FSRS for each lesson that was played."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from desktop.services.kit.kept_file import KeptFile
from engine.game.position import Position
from engine.ground.json_text import dumped, parse
from engine.ground.saved_file import SavedFile
from engine.ground.text import Text
from engine.play.cards import Grade, days_between, graded, read_row
from tablebases.lessons import LESSONS

FORMAT = "ratsu-lessons-1"


class _Card(NamedTuple):
    """A card of FSRS, and when the lesson is due in seconds since 1970."""

    card: str
    due: float


class LessonDeck:
    """Lessons by their position, so that a later list of lessons keeps the cards. Used by one thread only."""

    def __init__(self, path: Path | None, clock: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        """`path` None: nothing can be kept, and grading says so."""
        self._file = KeptFile(path)
        self._clock = clock
        nothing: dict[str, _Card] = {}
        self._saved = SavedFile(
            path, lambda: self._file.read(_of_file, nothing), lambda cards: self._file.write(_as_file(cards))
        )

    def take_problem(self) -> Text:
        """What the user should know about the file, once."""
        return self._file.take_problem()

    def due(self) -> tuple[int, ...]:
        """The numbers of the lessons to be played now: those that were played before, the longest due first, then new ones in
        their order."""
        now, cards = self._clock().timestamp(), self._saved.value()
        again = [
            number for number, lesson in enumerate(LESSONS) if lesson.fen in cards and cards[lesson.fen].due <= now
        ]
        again.sort(key=lambda number: cards[LESSONS[number].fen].due)
        return (*again, *(number for number, lesson in enumerate(LESSONS) if lesson.fen not in cards))

    def grade(self, number: int, *, right: bool) -> float:
        """Grades a lesson that was played. Returns the days until it comes again. :raises FileError: it cannot be kept."""
        now, fen = self._clock(), LESSONS[number].fen

        def played(before: dict[str, _Card]) -> dict[str, _Card]:
            known = before.get(fen)
            card = graded(known.card if known else None, Grade.RIGHT if right else Grade.WRONG, now)
            return {**before, fen: _Card(*card)}

        return days_between(self._saved.change(played)[fen].card)


def _as_file(cards: dict[str, _Card]) -> bytes:
    return dumped({"format": FORMAT, "lessons": [{"fen": fen, **card._asdict()} for fen, card in cards.items()]})


def _of_file(content: bytes) -> dict[str, _Card]:
    """:raises JsonError: it is damaged. :raises PositionError: a position in it cannot be set up."""
    found = parse(content)
    found["format"].one_of((FORMAT,))
    return {Position.of(row["fen"].text(), chess960=False).fen: _Card(*read_row(row)) for row in found["lessons"]}
