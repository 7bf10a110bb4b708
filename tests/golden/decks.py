"""What is asked, in which order, and when it is due, from decks that the version of November 2026 wrote (tests/golden/decks)."""

import json
import random
import sqlite3
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import chess

from books.choice.library import Library
from books.repertoire.trainer_values import MINE, AskedPosition, Repertoire
from engine.console.deck import deck_at
from engine.drill.deck import Deck
from engine.drill.sources import endgames as endgame_source
from engine.drill.sources import mistakes as mistake_source
from engine.drill.sources import puzzles as puzzle_source
from engine.drill.sources.opening_order import SessionKind
from engine.drill.sources.openings import Openings
from tests.books.helpers import source_of

DECKS = Path(__file__).resolve().parent / "decks"
NOW = datetime(2026, 11, 10, 12, tzinfo=UTC)  # of the questions; the answers were given in the ten days before
LATER = NOW + timedelta(days=400)  # everything is due
WHITE = Repertoire(1, "White", True, chess.STARTING_FEN, (MINE,), 10)


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

    def course(now: datetime) -> Openings:
        return Openings(library, random.Random(7), now.timestamp)

    try:
        trainer = Openings(library, clock=NOW.timestamp)
        rows = course(NOW).repertoires().rows
        return {
            "due": sorted([str(key), white, due] for (key, white), due in trainer.cards.due().items()),
            "failures": sorted([str(key), white, share] for (key, white), share in trainer.cards.failures().items()),
            "waiting": [
                [row.name, row.waiting.due, row.waiting.new, row.waiting.today, row.waiting.asked] for row in rows
            ],
            "train": questions(course(LATER), WHITE, SessionKind.TRAIN),
            "lines": questions(course(LATER), WHITE, SessionKind.LINES),
            "mistakes": questions(course(LATER), course(NOW).mistakes_row(), SessionKind.TRAIN),
        }
    finally:
        library.close()


def questions(course: Openings, row: Repertoire, way: SessionKind) -> list[str]:
    """The positions of a session in their order, without an answer that would change a card."""
    found: list[str] = []
    asked: AskedPosition | None = course.begin(row, way)
    while asked is not None and len(found) < 40:
        found.append(" ".join((*asked.moves, "=", *(uci for uci, _ in asked.answers))))
        session = course._session
        assert session is not None
        source_of(session).drop()
        session.question = None
        asked = course.ask()
    return found


def taken_over(folder: Path, *names: str) -> Deck:
    """The deck that was made of older files."""
    for name in names:
        (folder / name).write_bytes((DECKS / name).read_bytes())
    deck = deck_at(folder / "training.json").value()
    assert {(folder / f"{name}.backup").read_bytes() for name in names} == {
        (DECKS / name).read_bytes() for name in names
    }
    return deck


def endgames(deck: Deck) -> dict[str, Any]:
    """The lessons that are asked, then and when everything is due."""
    return {str(now): endgame_source.due(deck, now) for now in (NOW, LATER)}


def mistakes(deck: Deck) -> dict[str, Any]:
    """The mistakes that are asked."""
    source = mistake_source
    return {
        str(now): [source.counts(deck, now), [exercise.id for exercise in source.due(deck, now)]]
        for now in (NOW, LATER)
    }


def puzzles(deck: Deck) -> dict[str, Any]:
    """Where the user is, and the puzzles that are repeated."""
    progress, cards = puzzle_source.progress_of(deck), deck.of(puzzle_source.SOURCE)
    return {
        "rating": [progress.glicko.rating, progress.glicko.deviation, progress.glicko.volatility],
        "counts": [progress.solved, progress.failed, progress.streak, progress.best],
        "seen": sorted(progress.seen),
        "cycles": {theme: [cycle.puzzles, cycle.at, cycle.rounds] for theme, cycle in progress.cycles.items()},
        "due": {str(now): puzzle_source.due_puzzles(deck, now) for now in (NOW, LATER)},
        "when": {name: card.due for name, card in sorted(cards.items())},
    }


def everything(folder: Path) -> Any:
    """As JSON reads it back, after the deck was written and read once more."""
    taken_over(folder, "lessons.json", "mistakes.json", "tactics.json")
    deck = deck_at(folder / "training.json").value()
    found = {"openings": openings(folder), "endgames": endgames(deck), "mistakes": mistakes(deck)}
    return json.loads(json.dumps({**found, "puzzles": puzzles(deck)}))
