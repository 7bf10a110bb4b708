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
from engine.core.pgn.listing import ListReader, rows_where
from engine.core.pgn.streams import Progress, blocks, packing_of
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
        self._ranks: dict[tuple[str, int], array[int]] = {}

    def load(self, progress: Progress | None = None) -> Iterator[int]:
        """Reads the file; gives the number of rows so far after every block. `progress` may cancel.

        :raises PgnError: if the file cannot be read.
        """
        for block in blocks(self.path, progress):
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

    def game(self, row: int, language: str = "en") -> PgnGame:
        """A game with everything in it. Lines in its problems count from its first.

        :raises PgnError: as `content`.
        """
        reader = TreeReader(str(self.path), language)
        reader.skip_to(row, self.span(row)[0])
        games = reader.feed(self.content(row), True)
        if not games:
            raise PgnError(f"game {row + 1} of {self.path} is not there any more; open the file again")
        return games[0]

    def matching(self, words: str, columns: Sequence[str] = COLUMNS) -> array[int]:
        """Rows in which every word occurs in some of the columns, whatever its case; ascending."""
        rows = len(self)
        found: array[int] | None = None
        for word in words.casefold().split():
            texts = self._reader.texts
            wanted = bytearray(word in text.casefold() for text in texts)
            hits = rows_where([self._reader.columns[COLUMNS.index(name)] for name in columns], wanted, rows)
            if found is None:
                found = hits
            else:
                both = set(hits)
                found = array("I", [row for row in found if row in both])
        return array("I", range(rows)) if found is None else found

    def sorted(self, column: str, rows: Sequence[int] | None = None, descending: bool = False) -> array[int]:
        """Rows (None: all) sorted by a column; equal ones stay in the file's order. Elo and round sort as numbers."""
        ranks = self._ranks_of(column)
        values = self._reader.columns[COLUMNS.index(column)]
        chosen = range(len(self)) if rows is None else rows
        return array("I", sorted(chosen, key=lambda row: ranks[values[row]], reverse=descending))

    def _ranks_of(self, column: str) -> array[int]:
        """For every text its place in the order of the column; kept until there are more texts."""
        texts = self._reader.texts
        kind = "number" if column in _NUMBERS else "text"
        known = self._ranks.get((kind, len(texts)))
        if known is None:
            count = len(texts)
            order = (
                sorted(range(count), key=lambda place: _number(texts[place]))
                if kind == "number"
                else (sorted(range(count), key=lambda place: texts[place].casefold()))
            )
            known = array("I", bytes(4 * count))
            for rank, place in enumerate(order):
                known[place] = rank
            self._ranks = {key: value for key, value in self._ranks.items() if key[1] == count}
            self._ranks[kind, count] = known
        return known


def _number(text: str) -> tuple[float, str]:
    """A number where it is one; other texts come before all numbers, alphabetically."""
    try:
        return float(text[:20]), ""
    except ValueError:
        return float("-inf"), text.casefold()


def stamp_of(path: Path) -> Stamp:
    """:raises PgnError: if the file is not there."""
    try:
        status = path.stat()
    except OSError as error:
        raise PgnError(f"cannot open {path}: {error.strerror}") from error
    return Stamp(status.st_size, status.st_mtime_ns)
