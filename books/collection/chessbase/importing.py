"""Imports a ChessBase database or archive into a collection, in batches; a stopped or killed import resumes."""

from collections.abc import Callable
from pathlib import Path

from books.collection.chessbase.archive import ARCHIVES, unpack
from books.collection.chessbase.base import games_in, read_base
from books.collection.chessbase.errors import ChessBaseError
from books.collection.game_collection import Collection
from books.collection.importing.imports import Import, ImportReport
from engine.ground.leftovers import owned_folder
from engine.ground.text import Text
from engine.pgn.mainlines import MainLineReader
from engine.pgn.streams import Progress

BATCH_GAMES = 2_000  # a transaction: some seconds of work


class ChessBaseImport(Import):
    """The import of one database. It resumes after the number of the last game read."""

    def __init__(
        self, collection: Collection, path: Path, progress: Progress | None, on_fault: Callable[[Text], object]
    ) -> None:
        super().__init__(collection, path, progress, "en")
        self._number, self._on_fault = self._offset, on_fault

    def run(self) -> ImportReport:
        """Reads the rest of the database.

        :raises ChessBaseError: it cannot be read.
        :raises CollectionError: the collection cannot be written.
        """
        if self._counts[4]:
            return self._nothing_new()
        if self._path.suffix.lower() not in ARCHIVES:
            return self._read(self._path)
        try:
            with owned_folder("ratsu-archive-") as folder:
                base = unpack(self._path, folder, lambda done, total: self._go_on(done, 2 * total))
                return self._report() if base is None else self._read(base, 1)
        except OSError as error:
            raise ChessBaseError("%1 cannot be unpacked: %2", self._path.name, error) from error

    def _read(self, base: Path, parts: int = 0) -> ImportReport:
        """Reads a database. `parts`: units of the same size done before, for the progress."""
        total = games_in(base)
        for game in read_base(base, self._number + 1):
            if not self._go_on(parts * total + game.number - 1, (parts + 1) * total):
                break
            self._number = game.number
            if game.fault or game.unread:
                self._counts[3] += 1
                self._on_fault(game.fault or game.unread)
            if game.pgn:
                self._take(MainLineReader("", language="en", contents=True).feed(game.pgn.encode(), True))
            if len(self._rows) >= BATCH_GAMES:
                self._write(False)
        self._write(not self._cancelled)
        return self._report()

    def _place(self) -> int:
        return self._number
