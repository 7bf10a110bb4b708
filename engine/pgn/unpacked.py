"""The unpacked content of a packed file, in an unnamed temporary file that is read while it grows.

One descriptor has one file position, and the unpacking thread differs from the reading ones. So every access sets the
position, under one lock with the transfer and the closing. Calls with a position (`os.pread`) are missing on Windows
and do not help against a concurrent close: the descriptor's number may be reused at once, and the wrong file would be
read.
"""

import tempfile
import threading
from pathlib import Path
from typing import IO

from engine.ground.text import Text
from engine.pgn.errors import PgnError


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
