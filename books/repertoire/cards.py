"""The cards of openings in the user's book: one for each (position, side). Grading is elsewhere (engine.drill)."""

from collections.abc import Callable
from typing import NamedTuple

from books.store.book_file import BookFile
from books.store.row_shapes import ANY_WHOLE, TIME, ColumnType, RowShape, whole

Name = tuple[int, bool]
"""The name of a card: the key of the position, and whether White is to move."""

_COLUMNS = "key, white, card, due, seen, failed"
_FIRSTS = RowShape("reviews", key=ANY_WHOLE, white=whole(0, 1))


class CardRow(NamedTuple):
    """A card as text, with the number of answers and of failures."""

    card: str
    seen: int
    failed: int


class Review(NamedTuple):
    """An answer: its time in seconds since 1970, its grade (1 to 4), the time used, and the move in coordinate
    notation."""

    time: int
    grade: int
    duration_ms: int
    answer: str


class Cards:
    """The tables `cards` and `reviews` of a book."""

    def __init__(self, book: BookFile, is_card: Callable[[str], bool]) -> None:
        """`is_card`: whether a text is a valid card; other texts mean a damaged book."""
        self._book = book
        card = ColumnType(str, check=is_card)
        self._shape = RowShape(
            "cards", key=ANY_WHOLE, white=whole(0, 1), card=card, due=TIME, seen=whole(0), failed=whole(0)
        )

    def rows(self) -> dict[Name, CardRow]:
        """Returns the cards of all positions asked so far."""
        rows = self._book.query(f"SELECT {_COLUMNS} FROM cards", (), self._shape)
        return {(key, bool(white)): CardRow(card, seen, failed) for key, white, card, _, seen, failed in rows}

    def first_asked_since(self, time: int) -> set[Name]:
        """Returns the positions that were asked for the first time at or after a time."""
        sql = "SELECT key, white FROM reviews GROUP BY key, white HAVING min(time) >= ?"
        return {(key, bool(white)) for key, white in self._book.query(sql, (time,), _FIRSTS)}

    def keep(self, name: Name, card: str, due: int, review: Review, *, failed: bool) -> None:
        """Stores a card and the review that changed it, in one transaction. `due`, for Ratsu 0.1, is the time given by
        FSRS."""
        with self._book.transaction() as connection:
            connection.execute(
                "INSERT INTO cards VALUES (?, ?, ?, ?, 1, ?) ON CONFLICT (key, white)"
                " DO UPDATE SET card = excluded.card, due = excluded.due,"
                " seen = seen + 1, failed = failed + excluded.failed",
                (*name, card, due, int(failed)),
            )
            connection.execute(
                "INSERT INTO reviews (key, white, time, grade, duration_ms, answer) VALUES (?, ?, ?, ?, ?, ?)",
                (*name, *review),
            )
