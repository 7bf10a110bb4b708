"""The open book files of a library: in the order of their importance, each left out where it cannot be opened or read."""

import heapq
import itertools
import logging
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TypeVar

from books.choice.layers import LayeredMove, join
from books.choice.user_books import BookList, LayerEntry, ListedBook
from books.entry import Layer, MoveRow, PositionRow
from books.errors import BookBusyError, BookError, ReadOnlyBookError
from books.store.book_file import BookFile
from books.store.connecting import Access

T = TypeVar("T")
_log = logging.getLogger(__name__)


class OpenBooks:
    """The user's book and other books, the learned and the shipped one. `problems` names each that is left out, and why."""

    def __init__(self, user: Path | None, learned: Path | None, shipped: Path | None, unkept: str = "") -> None:
        """Opens the layers; `user` and `learned` are created if missing (their folder must exist). None: without.
        `unkept`: why nothing can be kept, empty where it can.

        Never raises for a bad file: see `problems`.
        """
        nothing_kept = ReadOnlyBookError(
            "Nothing that you change in the opening book is kept: %1. The books that are there are used.", unkept
        )
        self.problems: tuple[BookError, ...] = (nothing_kept,) if unkept else ()
        own = (Access.READ, Access.IMMUTABLE) if unkept else (Access.WRITE, Access.READ, Access.IMMUTABLE)
        self._guard = threading.Lock()
        self._failed: tuple[BookFile, ...] = ()
        self._retired: tuple[BookFile, ...] = ()  # no longer wanted; other threads may still be reading in them
        self.user: BookFile | None = self._open(user, *own) if user else None
        self._why_no_user: BookError | None = next(iter(self.problems), None)
        self.learned = self._open(learned, *own) if learned else None
        self.shipped = self._open(shipped, Access.IMMUTABLE) if shipped else None
        self._others: tuple[tuple[Path, BookFile], ...] = ()
        self._layers: tuple[tuple[Layer, BookFile], ...] = ()  # open, in order of importance
        self._off: frozenset[Layer] = frozenset()  # layers that the user has switched off
        self._titles: dict[Path, str] = {}  # of the user's other books
        self.reload_books()

    def close(self) -> None:
        """Closes every book. Idempotent."""
        for file in (
            self.user,
            self.learned,
            self.shipped,
            *(file for _, file in self._others),
            *self._failed,
            *self._retired,
        ):
            if file:
                file.close()

    def moves_at(self, key: int) -> list[LayeredMove]:
        """The joined moves of a position (signed key, books.key), best flag and heaviest first."""
        found = []
        for layer, file in self._layers:
            try:
                rows = self._rows_in(layer, file, key)
            except BookError as error:
                self._leave_out(file, error)
                continue
            if rows:
                found.append((layer, rows))
        return join(found)

    def positions_at(self, keys: Sequence[int]) -> dict[int, list[tuple[Layer, PositionRow]]]:
        """What each layer says of positions, the most important first; those of which none says anything are left out."""
        found: dict[int, list[tuple[Layer, PositionRow]]] = {}
        nothing: list[PositionRow] = []
        for layer, file in self._layers:
            for row in self._ask(file, lambda book: book.positions(keys), nothing):
                found.setdefault(row.key, []).append((layer, row))
        return found

    def all_positions(self) -> Iterator[list[tuple[Layer, PositionRow]]]:
        """What each layer says of every position, position by position in the order of signed keys."""
        streams = [zip(itertools.repeat(layer), file.all_positions()) for layer, file in self._layers]
        every = heapq.merge(*streams, key=lambda pair: pair[1].key)
        for _, rows in itertools.groupby(every, key=lambda pair: pair[1].key):
            yield list(rows)

    def lost_positions(self) -> Sequence[PositionRow]:
        """The positions that were learned as lost, suspected or confirmed; none while that layer is switched off."""
        if Layer.LEARNED in self._off:
            return ()
        return self._ask(self.learned, lambda book: book.lost_positions(), ())

    def listed_books(self) -> tuple[ListedBook, ...]:
        """The user's other books in their order."""
        return self._ask(self.user, lambda user: BookList(user).entries(), ())

    def layers(self) -> tuple[LayerEntry, ...]:
        """The layers that have a file of their own, the most important first."""
        files = ((Layer.USER, self.user), (Layer.LEARNED, self.learned), (Layer.SHIPPED, self.shipped))
        return tuple(LayerEntry(layer, file.path, layer not in self._off) for layer, file in files if file)

    def titles(self) -> dict[str, str]:
        """The titles of the user's other books that are open, by path, in their order."""
        return {str(path): self._titles[path] for path, _ in self._others}

    def title_of_value(self, key: int) -> str:
        """The title of the first of the user's other books that values a position; empty where none does."""
        for path, file in self._others:
            row = self._ask(file, lambda book: book.position(key), None)
            if row is not None and row.worth is not None:
                return self._titles[path]
        return ""

    def own_files(self) -> tuple[BookFile, ...]:
        """The user's books and what was learned, as far as they are looked into."""
        return tuple(file for layer, file in self._layers if layer is not Layer.SHIPPED)

    def reload_books(self) -> None:
        """Opens the active books again; those in use elsewhere in this moment stay usable."""
        wanted = [entry.path for entry in self.listed_books() if entry.active]
        kept = {path: file for path, file in self._others if path in wanted}
        self._retired += tuple(file for path, file in self._others if path not in kept)
        opened = [(path, kept.get(path) or self._open(path, Access.READ)) for path in wanted]
        self._others = tuple((path, file) for path, file in opened if file)
        for path, file in self._others:
            self._titles[path] = self._ask(file, lambda book: book.meta("title"), None) or path.stem
        layers = [(Layer.USER, self.user), *((Layer.BOOK, file) for _, file in self._others)]
        layers += [(Layer.LEARNED, self.learned), (Layer.SHIPPED, self.shipped)]
        nothing: frozenset[Layer] = frozenset()
        self._off = self._ask(self.user, lambda user: BookList(user).layers_off(), nothing)
        self._layers = tuple((layer, file) for layer, file in layers if file and layer not in self._off)

    def _rows_in(self, layer: Layer, file: BookFile, key: int) -> list[MoveRow]:
        rows = file.rows(key)
        if layer is Layer.BOOK:  # the reason names the book that a flag comes from
            return [row._replace(source=self._titles[file.path]) for row in rows]
        return rows

    def _ask(self, file: BookFile | None, question: Callable[[BookFile], T], otherwise: T) -> T:
        """What a book says; `otherwise` where there is none or it cannot be read."""
        if file is None:
            return otherwise
        try:
            return question(file)
        except BookError as error:
            self._leave_out(file, error)
            return otherwise

    def _leave_out(self, file: BookFile, error: BookError) -> None:
        """Works on without a book that cannot be read; one that is only busy is asked again."""
        with self._guard:
            if str(error) not in map(str, self.problems):
                _log.warning("%s", error)
                self.problems += (error,)
            if isinstance(error, BookBusyError) or file in self._failed:
                return
            self._failed += (file,)
            self._layers = tuple(layer for layer in self._layers if layer[1] is not file)
            self._others = tuple(other for other in self._others if other[1] is not file)
            if file is self.user:
                self.user, self._why_no_user = None, error
            self.learned = None if file is self.learned else self.learned
            self.shipped = None if file is self.shipped else self.shipped

    def _open(self, path: Path, *accesses: Access) -> BookFile | None:
        """Opens with the first access that works; notes the first error, unless all is well by another way of reading."""
        file: BookFile | None = None
        first: BookError | None = None
        for access in accesses:
            try:
                file = BookFile(path, access)
            except BookError as error:
                first = first or error
                if not isinstance(error, ReadOnlyBookError):
                    break
            else:
                _log.info("book %s, %s", path, access.name.lower())
                break
        if first and (file is None or accesses[0] is Access.WRITE):
            _log.warning("%s", first)
            self.problems += (first,)
        return file
