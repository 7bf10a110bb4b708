"""Lines in and out of an engine that is driven through pipes: binary-safe, bounded, flushed."""

import contextlib
import threading
from collections.abc import Iterator
from typing import BinaryIO

MAX_LINE_BYTES = 65_536


class LineReader:
    """Reads text lines from a binary stream and never holds more than one bounded line in memory."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream

    def __iter__(self) -> Iterator[str | None]:
        """Yields each line without its end; None for a line longer than MAX_LINE_BYTES, which is thrown away.

        Bytes that are not UTF-8 become U+FFFD. Ends at the end of the stream, or where it cannot be read any more.
        """
        while True:
            try:
                raw = self._stream.readline(MAX_LINE_BYTES + 1)
                if not raw:
                    return
                if len(raw) > MAX_LINE_BYTES and not raw.endswith(b"\n"):
                    self._skip_rest_of_line()
                    yield None
                    continue
            except (OSError, ValueError):  # the stream was closed under us: the same as its end
                return
            yield raw.decode("utf-8", errors="replace").rstrip("\r\n")

    def _skip_rest_of_line(self) -> None:
        while True:
            rest = self._stream.readline(MAX_LINE_BYTES)
            if not rest or rest.endswith(b"\n"):
                return


class LineWriter:
    """Writes whole lines to a binary stream from any thread; each is flushed at once.

    `closed` becomes true when the other side has left; later lines are dropped, there is nobody to read them.
    """

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._lock = threading.Lock()
        self.closed = False

    def write(self, line: str) -> None:
        """Writes one line. A line break inside the text becomes a space, so that no text can forge a second line."""
        flat = line.replace("\r", " ").replace("\n", " ")
        self.write_block(flat)

    def write_block(self, text: str) -> None:
        """Writes several lines as one piece that no other thread's line can split."""
        with self._lock:
            if self.closed:
                return
            try:
                self._stream.write(text.encode("utf-8", errors="replace") + b"\n")
                self._stream.flush()
            except (OSError, ValueError):
                self.closed = True
                with contextlib.suppress(OSError, ValueError):
                    self._stream.close()
