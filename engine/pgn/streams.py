"""PGN files as streams of UTF-8-compatible bytes: plain, gzip, Zstandard, zip, UTF-16. The first bytes decide, not the name.

Single-byte encodings pass through unchanged (decode.py decodes each string). Archives are unpacked as a stream, with
limits on size and ratio, so that a few kilobytes cannot fill memory or disk.
"""

import codecs
import gzip
import os
import zipfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO

import zstandard

from engine.ground.files import opened
from engine.pgn.errors import PgnError

BLOCK_BYTES = 1 << 20
MOST_UNPACKED = 1 << 30  # bytes out of an archive
MOST_RATIO = 200  # unpacked to packed; movetext packs 3:1 to 12:1
ZIP_HEAD = b"PK\x03\x04"
RATIO_SLACK = 16 << 20  # bytes allowed before the ratio counts

Progress = Callable[[int, int], bool]  # bytes of the file done, and in total; returning False cancels


def packing_of(path: Path) -> str:
    """Returns the packing of a file: "plain", "gz", "zst", "zip" or "utf-16". :raises PgnError: it cannot be opened."""
    try:
        with opened(path) as file:
            return _packing(file.read(4096))
    except OSError as error:
        raise PgnError("cannot open %1: %2", path, error) from error


def is_text(path: Path) -> bool:
    """Returns False for a program, a book, a picture: zero bytes at the beginning, and no tag. Random bytes often
    contain a result token, and saving a game would overwrite the file.
    :raises PgnError: it cannot be opened."""
    try:
        with opened(path) as file:
            head = file.read(4096)
    except OSError as error:
        raise PgnError("cannot open %1: %2", path, error) from error
    return _is_text(head)


def _is_text(head: bytes) -> bool:
    return _packing(head) != "plain" or b"\0" not in head or b'[Event "' in head


def _packing(head: bytes) -> str:
    if head.startswith(b"\x1f\x8b"):
        return "gz"
    if head.startswith(b"\x28\xb5\x2f\xfd"):
        return "zst"
    if head.startswith(ZIP_HEAD):
        return "zip"
    if head.startswith((b"\xff\xfe", b"\xfe\xff")) or _is_utf16(head):
        return "utf-16"
    return "plain"


def _is_utf16(head: bytes) -> bool:
    """Detects UTF-16 without a mark: nearly every second byte of Western text is zero."""
    even, odd = head[0:512:2].count(0), head[1:512:2].count(0)
    return len(head) >= 16 and max(even, odd) > 0.8 * min(256, len(head) // 2) and min(even, odd) == 0


def blocks(
    path: Path | str, progress: Progress | None = None, most_unpacked: int | None = MOST_UNPACKED
) -> Iterator[bytes]:
    """Yields the file's unpacked content in blocks of about 1 MB. `progress` is called before every block; if it
    returns False, the stream ends.
    :raises PgnError: the file cannot be read, is not text (`is_text`), is damaged, or unpacks to more than
    `most_unpacked` bytes (None: no limit)."""
    path = Path(path)
    try:
        with opened(path) as file:
            total = os.fstat(file.fileno()).st_size
            head = file.read(4096)
            packing = _packing(head)
            if not _is_text(head):
                raise PgnError("%1 holds no chess game.", path)
            file.seek(0)
            out = 0
            for block in _archived(path, file) if packing == "zip" else _unpacked(file, packing):
                out += len(block)
                if packing in ("gz", "zst", "zip"):
                    _check_caps(path, out, file.tell(), most_unpacked)
                yield block
                if progress is not None and not progress(min(file.tell(), total), total):
                    return
    except OSError as error:
        raise PgnError("cannot read %1: %2", path, error) from error
    except (EOFError, zlib.error, zstandard.ZstdError, zipfile.BadZipFile) as error:
        raise PgnError("%1 is damaged or incomplete: %2; unpack it by hand or fetch it again", path, error) from error


class Walk:
    """Reads a file's unpacked content once. `at` is the offset of the next byte, `lines` the number of line breaks
    before it."""

    def __init__(self, path: Path | str) -> None:
        self.at = 0
        self.lines = 0
        self._blocks = blocks(path, None, None)
        self._held = b""
        self._place = 0  # of the next byte in `_held`
        self._ended_with_cr = False

    def skip_to(self, offset: int) -> None:
        """Skips to an offset. :raises PgnError: as `blocks`."""
        while len(self._held) - self._place < offset - self.at:
            self._take(len(self._held))
            if not self._hold(b""):
                return
        self._take(offset - self.at)

    def read_to(self, offset: int | None) -> bytes:
        """Returns the bytes up to an offset (None: all). :raises PgnError: as `blocks`."""
        while offset is None or len(self._held) - self._place < offset - self.at:
            if not self._hold(self._held[self._place :]):
                break
        return self._take(len(self._held) if offset is None else offset - self.at)

    def _hold(self, rest: bytes) -> bool:
        """Appends the next block to the rest of the last. False at the end."""
        block = next(self._blocks, b"")
        self._held, self._place = rest + block, 0
        return bool(block)

    def _take(self, count: int) -> bytes:
        taken = self._held[self._place : self._place + count]
        self._place += len(taken)
        self.at += len(taken)
        self.lines += taken.count(b"\n") + taken.count(b"\r") - taken.count(b"\r\n")
        self.lines -= self._ended_with_cr and taken.startswith(b"\n")
        self._ended_with_cr = taken.endswith(b"\r") if taken else self._ended_with_cr
        return taken


def _check_caps(path: Path, out: int, packed: int, most: int | None) -> None:
    if most is not None and out > most:
        raise PgnError("%1 unpacks to more than %2 MB; unpack it by hand and open the result", path, most >> 20)
    if out > RATIO_SLACK and out > MOST_RATIO * packed:
        raise PgnError("%1 unpacks to more than %2 times its size, so it is not a PGN file", path, MOST_RATIO)


def _unpacked(file: BinaryIO, packing: str) -> Iterator[bytes]:
    if packing == "gz":
        with gzip.GzipFile(fileobj=file) as unzipped:
            yield from iter(lambda: unzipped.read(BLOCK_BYTES), b"")
    elif packing == "zst":
        reader = zstandard.ZstdDecompressor().stream_reader(file, read_across_frames=True, closefd=False)
        yield from iter(lambda: reader.read(BLOCK_BYTES), b"")
    elif packing == "utf-16":
        yield from _recoded(file)
    else:
        yield from iter(lambda: file.read(BLOCK_BYTES), b"")


def _archived(path: Path, file: BinaryIO) -> Iterator[bytes]:
    """Yields the PGN files of an archive, one after the other. :raises PgnError: it has none, or they cannot be unpacked."""
    with zipfile.ZipFile(file) as archive:
        members = [member for member in archive.infolist() if member.filename.lower().endswith(".pgn")]
        if not members:
            raise PgnError("%1 holds no PGN file.", path)
        for member in members:
            try:
                with archive.open(member) as text:
                    yield from iter(lambda: text.read(BLOCK_BYTES), b"")
            except (RuntimeError, NotImplementedError) as error:  # a password, or a method that Python does not know
                raise PgnError("%1 cannot be unpacked: %2; unpack it by hand", path, error) from error
            yield b"\n\n"


def _recoded(file: BinaryIO) -> Iterator[bytes]:
    """Converts UTF-16 to UTF-8; half surrogate pairs become question marks."""
    head = file.read(512)
    order = "utf-16-le" if head.startswith(b"\xff\xfe") or head[1::2].count(0) > head[0::2].count(0) else "utf-16-be"
    decoder = codecs.getincrementaldecoder(order)(errors="replace")
    block = head
    while block:
        yield decoder.decode(block).encode("utf-8", errors="replace")
        block = file.read(BLOCK_BYTES)
