"""A PGN file as a list of games: headers first, moves when a game is opened. The file is only ever read.

`GameList.load` walks once over the file and can be used while it runs: rows that are there are sorted, filtered and
opened. Packed and UTF-16 files are unpacked into a temporary file without a name, so that any game can be opened at
once; nothing is left beside the file.
"""

from __future__ import annotations  # array[int] cannot be written at run time before Python 3.12

import tempfile
from array import array
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, NamedTuple

from engine.core.pgn.errors import PgnError
from engine.core.pgn.listing import ListReader, rows_sorted, rows_where
from engine.core.pgn.recognise import has_unread_moves, language_of_file, language_of_game
from engine.core.pgn.streams import Progress, blocks, packing_of
from engine.core.pgn.textorder import TextOrder, number_key
from engine.core.pgn.tree import TreeReader
from engine.core.pgn.values import PgnGame

COLUMNS = ("White", "WhiteElo", "Black", "BlackElo", "Result", "Date", "Event", "Site", "Round", "ECO")
_NUMBERS = ("WhiteElo", "BlackElo", "Round")


class Stamp(NamedTuple):
    """What tells whether a file was changed by somebody else."""

    size: int
    modified_ns: int


class GameList:
    """The games of one file. Rows count from 0."""

    def __init__(self, path: Path | str) -> None:
        """:raises PgnError: if the file cannot be opened."""
        self.path = Path(path)
        self.packing = packing_of(self.path)
        self.stamp = stamp_of(self.path)
        self._reader = ListReader(COLUMNS)
        self._unpacked: IO[bytes] | None = None if self.packing == "plain" else tempfile.TemporaryFile()  # noqa: SIM115
        self.language: str | None = None  # of the piece letters, known from the first block on
        self._names = TextOrder(str.casefold)
        self._numbers = TextOrder(number_key)

    def load(self, progress: Progress | None = None) -> Iterator[int]:
        """Reads the file; gives the number of rows so far after every block. `progress` may cancel.

        :raises PgnError: if the file cannot be read.
        """
        for block in blocks(self.path, progress):
            if self.language is None:
                self.language = language_of_file(block)
            if self._unpacked is not None:
                self._unpacked.write(block)
            self._reader.feed(block)
            yield len(self)
        self._reader.feed(b"", True)
        yield len(self)

    def __len__(self) -> int:
        return len(self._reader.columns[-1])

    def close(self) -> None:
        """Gives the temporary file back."""
        if self._unpacked is not None:
            self._unpacked.close()

    def value(self, row: int, column: str) -> str:
        """One header of a game, empty where it is missing."""
        return self._reader.texts[self._reader.columns[COLUMNS.index(column)][row]]

    def row(self, row: int) -> tuple[str, ...]:
        """The headers of a game in the order of COLUMNS."""
        texts = self._reader.texts
        return tuple(texts[column[row]] for column in self._reader.columns)

    def span(self, row: int) -> tuple[int, int]:
        """First byte of a game and the byte behind its last, in the unpacked file."""
        return self._reader.starts[row], self._reader.ends[row]

    def content(self, row: int) -> bytes:
        """The bytes of a game.

        :raises PgnError: if the file has changed since it was listed, or cannot be read.
        """
        start, end = self.span(row)
        try:
            if self._unpacked is not None:
                self._unpacked.seek(start)
                return self._unpacked.read(end - start)
            if stamp_of(self.path) != self.stamp:
                raise PgnError(f"{self.path} was changed by another program; open it again")
            with self.path.open("rb") as file:
                file.seek(start)
                return file.read(end - start)
        except OSError as error:
            raise PgnError(f"cannot read {self.path}: {error.strerror}") from error

    def game(self, row: int) -> PgnGame:
        """A game with everything in it, read with the piece letters of the file, or of its own where those do not do.
        Lines in its problems count from its first.

        :raises PgnError: as `content`.
        """
        content = self.content(row)
        game = self._read(row, content, self.language or "en")
        if has_unread_moves(game.problems):
            other = language_of_game(content)
            return self._read(row, content, other) if other != "en" else game
        return game

    def _read(self, row: int, content: bytes, language: str) -> PgnGame:
        reader = TreeReader(str(self.path), language)
        reader.skip_to(row, self.span(row)[0])
        games = reader.feed(content, True)
        if not games:
            raise PgnError(f"game {row + 1} of {self.path} is not there any more; open the file again")
        return games[0]

    def matching(self, words: str, columns: Sequence[str] = COLUMNS) -> array[int]:
        """Rows in which every word occurs in some of the columns, whatever its case; ascending."""
        rows = len(self)
        folded = self._names.keys(self._reader.texts)
        wanted = [bytearray(word in text for text in folded) for word in words.casefold().split()]
        return rows_where([self._reader.columns[COLUMNS.index(name)] for name in columns], wanted, rows)

    def sorted(self, column: str, rows: Sequence[int] | None = None, descending: bool = False) -> array[int]:
        """Rows (None: all) sorted by a column; equal ones stay in the file's order. Elo and round sort as numbers."""
        order = self._numbers if column in _NUMBERS else self._names
        ranks = order.ranks(self._reader.texts)
        chosen = rows if rows is None or isinstance(rows, array) else array("I", rows)
        return rows_sorted(self._reader.columns[COLUMNS.index(column)], ranks, chosen, descending)


def stamp_of(path: Path) -> Stamp:
    """:raises PgnError: if the file is not there."""
    try:
        status = path.stat()
    except OSError as error:
        raise PgnError(f"cannot open {path}: {error.strerror}") from error
    return Stamp(status.st_size, status.st_mtime_ns)
