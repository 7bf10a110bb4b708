"""Lines to and from an engine that is driven through pipes: binary-safe, bounded, flushed."""

from __future__ import annotations

import io
import sys
import threading

TYPE_CHECKING = False  # that of `typing` would cost `ratsu uci` milliseconds
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import BinaryIO

MAX_LINE_BYTES = 65_536
CHUNK_BYTES = 65_536
MOST_WAITING = 1_024  # lines read but not yet processed


class LineReader:
    """Reads text lines from an unbuffered stream, with at most one bounded line and one chunk in memory.

    The stream must be raw (`sys.stdin.buffer.raw`): a thread waiting in a buffered one holds its lock, and Python aborts if it
    exits meanwhile.
    """

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream

    def __iter__(self) -> Iterator[str | None]:
        """Yields each line without its end; None for a line longer than MAX_LINE_BYTES, which is discarded.

        Bytes that are not UTF-8 become U+FFFD. Ends when the stream ends or cannot be read.
        """
        rest = b""
        overlong = False
        while chunk := self._read():
            *lines, rest = (rest + chunk).split(b"\n")
            for line in lines:
                yield None if overlong or len(line) > MAX_LINE_BYTES else _text(line)
                overlong = False
            if len(rest) > MAX_LINE_BYTES:
                overlong, rest = True, b""
        if overlong or rest:
            yield None if overlong else _text(rest)

    def _read(self) -> bytes:
        try:
            return self._stream.read(CHUNK_BYTES) or b""
        except (OSError, ValueError):  # the stream was closed: treat it as its end
            return b""


def _text(line: bytes) -> str:
    return line.decode("utf-8", errors="replace").rstrip("\r")


def raw_input() -> BinaryIO:
    """The standard input, unbuffered. Only one reader may use it."""
    return io.FileIO(0, closefd=False)


def raw_output() -> BinaryIO:
    """The standard output; a dummy stream if the program was started without one."""
    return sys.stdout.buffer if sys.stdout is not None else io.BytesIO()


class LineWriter:
    """Writes whole lines to a binary stream from any thread, each flushed at once.

    `closed` becomes true when a write fails because the other side has left or the disk is full. Then `on_closed` is called on
    the writing thread, and later lines are dropped. `engine.ground.exit_status` discards the stream's rest.
    """

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._lock = threading.Lock()
        self.closed = False
        self.on_closed: Callable[[], None] = _nothing

    def write(self, line: str) -> None:
        """Writes one line. A line break inside the text becomes a space, so that a text cannot forge a second line."""
        flat = line.replace("\r", " ").replace("\n", " ")
        self.write_block(flat)

    def write_block(self, text: str) -> None:
        """Writes several lines as one block, which lines of other threads cannot split."""
        with self._lock:
            if self.closed:
                return
            try:
                self._stream.write(text.encode("utf-8", errors="replace") + b"\n")
                self._stream.flush()
            except (OSError, ValueError):
                self.closed = True
        if self.closed:
            self.on_closed()


def _nothing() -> None:
    """The default of `on_closed`."""


def read_ahead(lines: Iterable[str | None], writer: LineWriter) -> Iterator[str | None]:
    """The lines as they arrive, until they end or `writer` is closed. A thread reads them: otherwise an engine whose output is
    closed would search until the next line."""
    import queue  # imported late: `ratsu uci` answers first

    waiting: queue.Queue[tuple[str | None] | None] = queue.Queue(MOST_WAITING)  # None: the end

    def read() -> None:
        for line in lines:
            waiting.put((line,))
        waiting.put(None)

    def leave() -> None:
        try:
            waiting.put_nowait(None)
        except queue.Full:
            return  # the next line shows that the writer is closed

    writer.on_closed = leave
    threading.Thread(target=read, name="input", daemon=True).start()
    while (taken := waiting.get()) is not None:
        yield taken[0]
