"""Cards of FSRS, by which whatever was learned comes again before it is forgotten; kept as JSON text."""

from __future__ import annotations

from datetime import datetime, timedelta
from enum import Enum

from books.repertoire.calendar_days import due_from, reviewed
from engine.ground.json_text import JsonError, JsonValue, parse

LAST_DAY = 250_000_000_000  # seconds since 1970: in the year 9892; a date knows four digits


class Grade(Enum):
    """How an answer went; `value` is the name that FSRS has for it."""

    WRONG = "Again"
    HELPED = "Hard"
    RIGHT = "Good"


def graded(card: str | None, grade: Grade, now: datetime) -> tuple[str, float]:
    """The card after an answer, and when it is due, in seconds since 1970. None: it was never asked."""
    from fsrs import Card, Rating, Scheduler

    after = reviewed(Scheduler(), Card.from_json(card) if card else Card(), Rating[grade.value], now)
    return after.to_json(), due_from(after)


def days_between(card: str) -> float:
    """From the last answer to the next one, in days."""
    from fsrs import Card

    known = Card.from_json(card)
    return (known.due - known.last_review) / timedelta(days=1) if known.last_review is not None else 0.0


def read_card(found: JsonValue) -> tuple[str, float]:
    """A card in a file, and when it is due, in seconds since 1970. Raises JsonError where it is none."""
    from fsrs import Card

    text = found.text()
    parse(text)
    try:
        card = Card.from_json(text)
        zoned = card.last_review is None or card.last_review.tzinfo is not None
        due = due_from(card) if zoned else 0.0
    except Exception as error:
        raise JsonError("%1 is no card (%2)", found.place, type(error).__name__) from error
    if not zoned:  # the next answer could not be graded
        raise JsonError("%1 has a last review without a time zone", found.place)
    return text, due


def read_row(row: JsonValue) -> tuple[str, float]:
    """The card of a row that was asked, and when it is due: the card says that, the row's own `due` is only checked. Raises
    JsonError where one of the two is damaged."""
    row["due"].number(0, LAST_DAY)
    return read_card(row["card"])
