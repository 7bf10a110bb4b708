"""The user's other books: paths, active or not, and their order. Stored in the user's own book."""

from collections.abc import Sequence
from pathlib import Path

from books.entry import Layer
from books.store.book_file import BookFile
from books.store.row_shapes import TEXT, RowShape, whole
from engine.ground.values import dataclass

_LAYERS_OFF, _EDITED = "layers off", "edited book"
_SHELF = RowShape("shelf", path=TEXT, active=whole(0, 1))


@dataclass(frozen=True, slots=True)
class ListedBook:
    """A book file of the user. Inactive ones are not used in lookups."""

    path: Path
    active: bool


@dataclass(frozen=True, slots=True)
class LayerEntry:
    """A layer with its file: the user's flags, the learned or the shipped book. Inactive ones are not used in lookups."""

    layer: Layer
    path: Path
    active: bool


class BookList:
    """The table `shelf` of a book."""

    def __init__(self, book: BookFile) -> None:
        self._book = book

    def entries(self) -> tuple[ListedBook, ...]:
        """Returns the books in their order of precedence."""
        rows = self._book.query("SELECT path, active FROM shelf ORDER BY place", (), _SHELF)
        return tuple(ListedBook(Path(path), bool(active)) for path, active in rows)

    def layers_off(self) -> frozenset[Layer]:
        names = (self._book.meta(_LAYERS_OFF) or "").split()
        return frozenset(layer for layer in Layer if layer.value in names)

    def switch(self, layer: Layer, active: bool) -> None:
        """Switches a layer on or off. :raises BookError: it cannot be written."""
        off = self.layers_off() - {layer} if active else self.layers_off() | {layer}
        self._book.put_meta(_LAYERS_OFF, " ".join(sorted(layer.value for layer in off)))

    def edited(self) -> Path | None:
        """Returns the path of the book that takes the user's edits; None: the user's own."""
        path = self._book.meta(_EDITED)
        return Path(path) if path else None

    def edit(self, path: Path | None) -> None:
        """Sets the book that takes the user's edits. :raises BookError: it cannot be written."""
        self._book.put_meta(_EDITED, str(path.absolute()) if path is not None else "")

    def arrange(self, entries: Sequence[ListedBook]) -> None:
        """Replaces the whole list. Paths are stored absolute, because the next start may be in another folder.
        :raises BookError: it cannot be written."""
        with self._book.transaction() as connection:
            connection.execute("DELETE FROM shelf")
            connection.executemany(
                "INSERT INTO shelf VALUES (?, ?, ?)",
                [(str(entry.path.absolute()), place, int(entry.active)) for place, entry in enumerate(entries)],
            )
