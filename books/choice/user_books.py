"""The user's other books: which there are, which are active, in which order. Kept in the user's own book."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from books.store.book_file import BookFile
from books.store.typed import TEXT, Shape, whole

_SHELF = Shape("shelf", path=TEXT, active=whole(0, 1))


@dataclass(frozen=True, slots=True)
class ShelfEntry:
    """A book file of the user; inactive ones are not looked into."""

    path: Path
    active: bool


class Shelf:
    """The table `shelf` of a book."""

    def __init__(self, book: BookFile) -> None:
        self._book = book

    def entries(self) -> tuple[ShelfEntry, ...]:
        """The books in their order; the first has the first say."""
        rows = self._book.query("SELECT path, active FROM shelf ORDER BY place", (), _SHELF)
        return tuple(ShelfEntry(Path(path), bool(active)) for path, active in rows)

    def arrange(self, entries: Sequence[ShelfEntry]) -> None:
        """Replaces the whole list. Raises BookError if it cannot be written."""
        with self._book.transaction() as connection:
            connection.execute("DELETE FROM shelf")
            connection.executemany(
                "INSERT INTO shelf VALUES (?, ?, ?)",
                [(str(entry.path), place, int(entry.active)) for place, entry in enumerate(entries)],
            )
