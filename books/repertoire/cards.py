"""The cards of the trainer: one for each (position, side), in the user's book, scheduled by FSRS."""

from collections.abc import Callable
from datetime import UTC, datetime
from functools import lru_cache

from fsrs import Card, Rating, Scheduler

from books.repertoire.calendar_days import due_from, midnight, reviewed
from books.store.book_file import BookFile
from books.store.typed import ANY_WHOLE, TIME, Kind, Shape, whole

Name = tuple[int, bool]
"""What a card is called: the key of the position, and whether White is to move."""


@lru_cache(maxsize=50_000)
def _due(text: str) -> float | None:
    """When the card with this text is due, in seconds since 1970; None where it is no card."""
    try:
        return due_from(Card.from_json(text))
    except (ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError, OSError):
        return None


def _is_card(text: str) -> bool:
    return _due(text) is not None


_COLUMNS = "key, white, card, due, seen, failed"
_CARDS = Shape(
    "cards",
    key=ANY_WHOLE,
    white=whole(0, 1),
    card=Kind(str, check=_is_card),
    due=TIME,
    seen=whole(0),
    failed=whole(0),
)
_FIRSTS = Shape("reviews", key=ANY_WHOLE, white=whole(0, 1))


class Cards:
    """The tables `cards` and `reviews` of a book."""

    def __init__(self, book: BookFile, clock: Callable[[], float], scheduler: Scheduler) -> None:
        """`clock` gives seconds since 1970."""
        self._book, self._clock, self._scheduler = book, clock, scheduler

    def card(self, name: Name) -> Card | None:
        """The card of a position, None if it was never asked."""
        sql = f"SELECT {_COLUMNS} FROM cards WHERE key = ? AND white = ?"
        rows = self._book.query(sql, name, _CARDS)
        return Card.from_json(rows[0][2]) if rows else None

    def due(self) -> dict[Name, float]:
        """When each position that was asked comes again, in seconds since 1970: of the card, by the user's days. The column
        `due`, for Ratsu 0.1, is the moment that FSRS gave."""
        rows = self._book.query(f"SELECT {_COLUMNS} FROM cards", (), _CARDS)
        return {(key, bool(white)): _due(card) or 0.0 for key, white, card, _, _, _ in rows}

    def failures(self) -> dict[Name, float]:
        """Share of failed answers (0-1) of every position asked."""
        rows = self._book.query(f"SELECT {_COLUMNS} FROM cards", (), _CARDS)
        return {(key, bool(white)): failed / seen for key, white, _, _, seen, failed in rows if seen}

    def new_today(self) -> set[Name]:
        """The positions asked for the first time since midnight of the user's clock."""
        sql = "SELECT key, white FROM reviews GROUP BY key, white HAVING min(time) >= ?"
        return {(key, bool(white)) for key, white in self._book.query(sql, (int(midnight(self._clock())),), _FIRSTS)}

    def day_ends(self) -> float:
        """The next midnight of the user's clock, in seconds since 1970."""
        return midnight(self._clock(), 1)

    def review(self, name: Name, grade: Rating, duration_ms: int, answer: str) -> datetime:
        """Grades a position and stores card and review in one transaction. Returns when FSRS asks it again (UTC)."""
        now = datetime.fromtimestamp(self._clock(), UTC)
        card = reviewed(self._scheduler, self.card(name) or Card(), grade, now)
        with self._book.transaction() as connection:
            connection.execute(
                "INSERT INTO cards VALUES (?, ?, ?, ?, 1, ?) ON CONFLICT (key, white)"
                " DO UPDATE SET card = excluded.card, due = excluded.due,"
                " seen = seen + 1, failed = failed + excluded.failed",
                (*name, card.to_json(), int(card.due.timestamp()), int(grade is Rating.Again)),
            )
            connection.execute(
                "INSERT INTO reviews (key, white, time, grade, duration_ms, answer) VALUES (?, ?, ?, ?, ?, ?)",
                (*name, int(now.timestamp()), int(grade), duration_ms, answer),
            )
        return card.due
