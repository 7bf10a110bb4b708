"""What a packed file unpacks to, in a temporary file without a name that is read while it still grows.

One descriptor has one place, and the thread that unpacks is not the one that opens games. So every access says where it
reads or writes, and one lock holds the place, the transfer and the closing together. Calls that take the place with them
(`os.pread`) are missing on Windows, and they do not help against a close beside them: the descriptor's number is given
to the next file at once, and its bytes would be read instead.
"""

import tempfile
import threading
from pathlib import Path
from typing import IO

from engine.ground.text import Text
from engine.pgn.errors import PgnError


class Unpacked:
    """Bytes are added at the end and read anywhere, by any thread."""

    def __init__(self, path: Path) -> None:
        """`path`: the packed file, for the messages. :raises PgnError: if there is no room for temporary files."""
        self._path = path
        self._lock = threading.Lock()
        self._size = 0  # bytes that were added whole; behind them may lie what did not fit
        try:
            self._file: IO[bytes] = tempfile.TemporaryFile(buffering=0)  # noqa: SIM115 - `close` closes it
        except OSError as error:
            raise self._no_room(error) from error

    def add(self, block: bytes) -> bool:
        """Adds a block at the end, all of it or nothing. False if the file was closed meanwhile.

        :raises PgnError: if the disk is full; what was added before can still be read.
        """
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
        """The bytes between two offsets; fewer where the file does not reach so far yet.

        :raises PgnError: if the file was closed. :raises OSError: if it cannot be read.
        """
        with self._lock:
            if self._file.closed:
                raise PgnError("the list of %1 was closed; open the file again", self._path)
            self._file.seek(start)
            return self._file.read(max(0, min(end, self._size) - start))

    def close(self) -> None:
        """Gives the room on the disk back; the file is never seen again."""
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
