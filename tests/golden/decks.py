"""What is asked, in which order, and when it is due, from decks that the version of November 2026 wrote (tests/golden/decks)."""

import json
import random
import sqlite3
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import chess

from books.choice.library import Library
from books.repertoire.course import Course
from books.repertoire.lines import MINE
from books.repertoire.session import Way
from books.repertoire.shown import Asked, RepertoireRow
from books.repertoire.trainer import Trainer
from desktop.services.training.lesson_deck import LessonDeck
from desktop.services.training.mistake_deck import MistakeDeck
from engine.play.tactics.progress import of_file

DECKS = Path(__file__).resolve().parent / "decks"
NOW = datetime(2026, 11, 10, 12, tzinfo=UTC)  # of the questions; the answers were given in the ten days before
LATER = NOW + timedelta(days=400)  # everything is due
WHITE = RepertoireRow(1, "White", True, chess.STARTING_FEN, (MINE,), 10)


def at(now: datetime) -> Callable[[], datetime]:
    """A clock that stands still."""
    return lambda: now


def book(folder: Path) -> Path:
    """The user's book, made of its SQL in a folder."""
    path = folder / "user.ratsubook"
    with sqlite3.connect(path) as connection:
        connection.executescript((DECKS / "user.sql").read_text("utf-8"))
    connection.close()
    return path


def openings(folder: Path) -> dict[str, Any]:
    """The cards of the book, and the questions of three sessions."""
    library = Library(book(folder), None, None)

    def course(now: datetime) -> Course:
        return Course(library, lambda library: Trainer(library, random.Random(7), now.timestamp))

    try:
        trainer = Trainer(library, clock=NOW.timestamp)
        rows = course(NOW).repertoires().rows
        return {
            "due": sorted([str(key), white, due] for (key, white), due in trainer.cards.due().items()),
            "failures": sorted([str(key), white, share] for (key, white), share in trainer.cards.failures().items()),
            "waiting": [[row.name, *vars(row.waiting).values()] for row in rows],
            "train": questions(course(LATER), WHITE, Way.TRAIN),
            "lines": questions(course(LATER), WHITE, Way.LINES),
            "mistakes": questions(course(LATER), course(NOW).mistakes_row(), Way.TRAIN),
        }
    finally:
        library.close()


def questions(course: Course, row: RepertoireRow, way: Way) -> list[str]:
    """The positions of a session in their order, without an answer that would change a card."""
    found: list[str] = []
    asked: Asked | None = course.begin(row, way)
    while asked is not None and len(found) < 40:
        found.append(" ".join((*asked.moves, "=", *(uci for uci, _ in asked.answers))))
        course._session.drop()  # type: ignore[union-attr]
        asked = course.ask()
    return found


def endgames(folder: Path) -> dict[str, Any]:
    """The lessons that are asked, then and when everything is due."""
    (folder / "lessons.json").write_bytes((DECKS / "lessons.json").read_bytes())
    return {str(now): LessonDeck(folder / "lessons.json", at(now)).due() for now in (NOW, LATER)}


def mistakes(folder: Path) -> dict[str, Any]:
    """The mistakes that are asked."""
    (folder / "mistakes.json").write_bytes((DECKS / "mistakes.json").read_bytes())
    found = {}
    for now in (NOW, LATER):
        deck = MistakeDeck(folder / "mistakes.json", at(now))
        found[str(now)] = [deck.counts(), [exercise.id for exercise in deck.due()]]
    return found


def puzzles(folder: Path) -> dict[str, Any]:
    """Where the user is, and the puzzles that are repeated."""
    progress = of_file((DECKS / "tactics.json").read_bytes())
    return {
        "rating": [progress.glicko.rating, progress.glicko.deviation, progress.glicko.volatility],
        "counts": [progress.solved, progress.failed, progress.streak, progress.best],
        "seen": sorted(progress.seen),
        "cycles": {theme: [cycle.puzzles, cycle.at, cycle.rounds] for theme, cycle in progress.cycles.items()},
        "due": {str(now): progress.due(now) for now in (NOW, LATER)},
        "when": {name: repeat.due for name, repeat in sorted(progress.repeats.items())},
    }


def everything(folder: Path) -> Any:
    """As JSON reads it back."""
    found = {"openings": openings(folder), "endgames": endgames(folder), "mistakes": mistakes(folder)}
    return json.loads(json.dumps({**found, "puzzles": puzzles(folder)}))
