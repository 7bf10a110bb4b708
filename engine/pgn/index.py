"""A PGN file as a list of games, read-only: headers first, moves when a game is opened.

`GameList.load` reads the file once and can be used meanwhile: finished rows can be sorted, filtered and opened by any
thread. Packed and UTF-16 files are unpacked into an unnamed temporary file (`unpacked`), so that any game opens at
once. A game's bytes are returned only if their headers match the listed ones, and the file is the listed one or has only
grown, as that of a running match does.
"""

from __future__ import annotations

import tempfile
import threading
import zlib
from array import array
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING, NamedTuple, TypeAlias

from engine.game.player_names import names_by_word, search_text, spellings
from engine.game.tags.order import EMPTY, SortKey, sort_key
from engine.ground.files import opened
from engine.ground.text import Text
from engine.pgn.errors import PgnError
from engine.pgn.listing import ListReader, rows_sorted, rows_where
from engine.pgn.recognise import best_reading, language_of_file
from engine.pgn.streams import BLOCK_BYTES, Progress, blocks, packing_of
from engine.pgn.text.text_order import TextOrder
from engine.pgn.tree import TreeReader
from engine.pgn.values import PgnGame

if TYPE_CHECKING:
    Rows: TypeAlias = array[int]

COLUMNS = ("White", "WhiteElo", "Black", "BlackElo", "Result", "Date", "Event", "Site", "Round", "ECO")
_LONGEST_QUOTED = 60  # characters of a header quoted in a message
_MOST_COMPARED = 64 << 20  # bytes; a larger file that has grown is not read again to compare it


class Unpacked:
    """A growing file: bytes are appended, and read anywhere by any thread."""

    def __init__(self, path: Path) -> None:
        """`path`: the packed file, for messages. :raises PgnError: temporary files have too little space."""
        self._path = path
        self._lock = threading.Lock()
        self._size = 0  # complete blocks; partial data may follow
        try:
            self._file: IO[bytes] = tempfile.TemporaryFile(buffering=0)  # noqa: SIM115 - `close` closes it
        except OSError as error:
            raise self._no_room(error) from error

    def add(self, block: bytes) -> bool:
        """Appends a complete block or nothing. False if the file was closed meanwhile.
        :raises PgnError: the disk is full; earlier blocks can still be read."""
        with self._lock:
            if self._file.closed:
                return False
            try:
                self._file.seek(self._size)
                rest = memoryview(block)
                while rest:
                    rest = rest[self._file.write(rest) :]
            except OSError as error:
                raise self._no_room(error) from error
            self._size += len(block)
            return True

    def read(self, start: int, end: int) -> bytes:
        """Returns the bytes between two offsets; fewer if the file does not reach that far yet.

        :raises PgnError: the file was closed.
        :raises OSError: it cannot be read.
        """
        with self._lock:
            if self._file.closed:
                raise PgnError("the list of %1 was closed; open the file again", self._path)
            self._file.seek(start)
            return self._file.read(max(0, min(end, self._size) - start))

    def close(self) -> None:
        """Closes the file, which frees its disk space."""
        with self._lock:
            self._file.close()

    def _no_room(self, error: OSError) -> PgnError:
        folder = tempfile.tempdir or Text("the folder for temporary files")
        return PgnError(
            "cannot unpack %1 in %2: %3; make room there or unpack it by hand, and open it again",
            self._path,
            folder,
            error,
        )


class Stamp(NamedTuple):
    """Detects changes of a file by other programs."""

    size: int
    modified_ns: int


class GameList:
    """The games of one file. Rows count from 0."""

    def __init__(self, path: Path | str) -> None:
        """:raises PgnError: the file cannot be opened, or the disk has too little space to unpack it."""
        self.path = Path(path)
        self.packing = packing_of(self.path)
        self.stamp = stamp_of(self.path)
        self._reader = ListReader(COLUMNS)
        self._unpacked = None if self.packing == "plain" else Unpacked(self.path)
        self._summed, self._sum = 0, 0  # the bytes that were listed, and their CRC; 0 without one
        self._grown: Stamp | None = None  # of the file when it was last found to have only grown
        self.language: str | None = None  # of the piece letters, known after the first block
        self._words = TextOrder(search_text)
        self._orders: dict[SortKey, TextOrder] = {}

    def load(self, progress: Progress | None = None) -> Iterator[int]:
        """Reads the file and yields the number of rows after every block. `progress` may cancel, and `close` ends it:
        finished rows stay, an incomplete game is dropped.
        :raises PgnError: the file cannot be read, or the disk has too little space; finished rows can be used."""
        whole = True

        def asked(done: int, total: int) -> bool:
            nonlocal whole
            whole = progress is None or progress(done, total)
            return whole

        compared = self._unpacked is None and self.stamp.size <= _MOST_COMPARED
        for block in blocks(self.path, asked):
            if compared:
                self._summed, self._sum = self._summed + len(block), zlib.crc32(block, self._sum)
            if self.language is None:
                self.language = language_of_file(block)
            if self._unpacked is not None and not self._unpacked.add(block):
                return
            self._reader.feed(block)  # after the bytes: a row appears only when its game can be read
            yield len(self)
        if whole:
            self._reader.feed(b"", True)
        yield len(self)

    def __len__(self) -> int:
        return len(self._reader.columns[-1])

    def close(self) -> None:
        """Releases the temporary file; callable from any thread, also while the file is being read."""
        if self._unpacked is not None:
            self._unpacked.close()

    def value(self, row: int, column: str) -> str:
        """Returns one header of a game; empty if missing."""
        return self._reader.texts[self._reader.columns[COLUMNS.index(column)][row]]

    def distinct(self, column: str) -> set[str]:
        """Returns the different values of a column."""
        return {self._reader.texts[place] for place in set(self._reader.columns[COLUMNS.index(column)])}

    def row(self, row: int) -> tuple[str, ...]:
        """Returns the headers of a game in the order of COLUMNS."""
        texts = self._reader.texts
        return tuple([texts[column[row]] for column in self._reader.columns])

    def span(self, row: int) -> tuple[int, int]:
        """Returns the offsets of a game's first byte and of the byte after its last, in the unpacked file."""
        return self._reader.starts[row], self._reader.ends[row]

    def content(self, row: int) -> bytes:
        """Returns the bytes of a listed game. All opening, copying and saving goes through here.
        :raises PgnError: the file has changed since it was listed, or cannot be read."""
        start, end = self.span(row)
        try:
            content = self._read_bytes(start, end)
        except OSError as error:
            raise PgnError("cannot read %1: %2", self.path, error) from error
        self._check_headers(row, content if len(content) == end - start else b"")
        return content

    def _read_bytes(self, start: int, end: int) -> bytes:
        if self._unpacked is not None:
            return self._unpacked.read(start, end)
        self.check_unchanged()
        with opened(self.path) as file:
            file.seek(start)
            return file.read(end - start)

    def check_unchanged(self) -> None:
        """Accepts a file to whose end something was added: its listed games are the same bytes as before.
        :raises PgnError: it was changed in any other way since it was listed."""
        now = stamp_of(self.path)
        if now not in (self.stamp, self._grown):
            if not self._begins_as_listed():
                raise PgnError("%1 was changed by another program; open it again", self.path)
            self._grown = now

    def _begins_as_listed(self) -> bool:
        if not self._summed:
            return False
        found, left = 0, self._summed
        with opened(self.path) as file:
            while left and (block := file.read(min(left, BLOCK_BYTES))):
                found, left = zlib.crc32(block, found), left - len(block)
        return not left and found == self._sum

    def _check_headers(self, row: int, content: bytes) -> None:
        """:raises PgnError: these bytes are not the game of this row."""
        found = self._reader.headers(content)
        if found is None:
            raise self._missing(row)
        for name, listed, there in zip(COLUMNS, self.row(row), found, strict=True):
            if listed != there:
                raise PgnError(
                    "game %1 of %2 is not the one that was listed: its %3 is “%4”, not “%5”; open the file again",
                    row + 1,
                    self.path,
                    name,
                    there[:_LONGEST_QUOTED],
                    listed[:_LONGEST_QUOTED],
                )

    def _missing(self, row: int) -> PgnError:
        return PgnError("game %1 of %2 no longer exists; open the file again", row + 1, self.path)

    def game(self, row: int) -> PgnGame:
        """Returns a complete game, read with the piece letters of the file, or in another language if those fail. Line
        numbers in its problems start at its first line.
        :raises PgnError: as `content`."""
        content, language = self.content(row), self.language or "en"
        return best_reading(self._read(row, content, language), content, language, file=str(self.path))

    def _read(self, row: int, content: bytes, language: str) -> PgnGame:
        reader = TreeReader(str(self.path), language)
        reader.skip_to(row, self.span(row)[0])
        games = reader.feed(content, True)
        if not games:
            raise self._missing(row)
        return games[0]

    def matching(self, words: str, columns: Sequence[str] = COLUMNS) -> Rows:
        """Returns the rows, ascending, in which every word occurs in one of the columns, in any of its `spellings`. Words
        that name a player find the player's other spellings too."""
        rows = len(self)
        texts = self._words.keys(self._reader.texts)
        places = {self._reader.texts[place]: place for place in self._places_of_names()}
        asked = words.split()
        wanted = []
        for forms, names in zip(map(spellings, asked), names_by_word(asked, places), strict=True):
            marked = bytearray(any(map(text.__contains__, forms)) for text in texts)
            for name in names:
                marked[places[name]] = 1
            wanted.append(marked)
        return rows_where([self._reader.columns[COLUMNS.index(name)] for name in columns], wanted, rows)

    def _places_of_names(self) -> set[int]:
        """Returns the places of the players' names among the texts."""
        white, black = (self._reader.columns[COLUMNS.index(side)][:] for side in ("White", "Black"))
        return set(white) | set(black)

    def sorted(self, column: str, rows: Sequence[int] | None = None, descending: bool = False) -> Rows:
        """Returns rows (None: all) sorted by the values of a column, empty ones last; equal ones stay in file order."""
        key = sort_key(column)
        ranks = self._orders.setdefault(key, TextOrder(key, EMPTY)).ranks(self._reader.texts, descending)
        chosen = rows if rows is None or isinstance(rows, array) else array("I", rows)
        return rows_sorted(self._reader.columns[COLUMNS.index(column)], ranks, chosen)


def stamp_of(path: Path) -> Stamp:
    """:raises PgnError: the file is missing."""
    try:
        status = path.stat()
    except OSError as error:
        raise PgnError("cannot open %1: %2", path, error) from error
    return Stamp(status.st_size, status.st_mtime_ns)
