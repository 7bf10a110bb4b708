"""Unpacks a ChessBase archive (.cbv) into a folder.

ChessBase has published nothing. Sources: reverseengineering.stackexchange.com (question 8593) and
github.com/antoyo/uncbv. An archive is a list of files, each in blocks. A block may be Huffman-coded, and inside that
compressed by the algorithm of Ed Ross ("Ross Data Compression", The C Users Journal, October 1992). Archives with a
password (.cbz) are encrypted and refused.
"""

import struct
from collections.abc import Callable
from pathlib import Path
from typing import IO

from books.collection.chessbase.errors import ChessBaseError
from engine.ground.files import opened
from engine.ground.values import dataclass

ARCHIVES = (".cbv", ".cbz")
NEEDED = (".cbh", ".cbg", ".cba", ".cbp", ".cbt")
_MAGIC = b"\x08\x00"
_HEAD = struct.Struct("<2sHB3x")  # magic, files, bytes of an entry
_SIZES = struct.Struct("<2i")  # packed, unpacked; after the name in an entry
_NAME = 132  # bytes, ended by a zero
_BLOCK = struct.Struct("<H2x")  # bytes of a block, and two bytes of unknown meaning
_ROSS, _HUFFMAN = 1, 2  # flags of a block
_LONGEST = 15  # bits of a code


@dataclass(frozen=True)
class ArchiveEntry:
    """A file of an archive. `at`: the offset of its blocks, of `packed` bytes in all; `size`: unpacked bytes."""

    name: str
    at: int
    packed: int
    size: int


def entries(path: Path) -> tuple[ArchiveEntry, ...]:
    """Returns the files of an archive. :raises ChessBaseError: it is not an archive, or cannot be read."""
    if path.suffix.lower() == ARCHIVES[1]:
        raise ChessBaseError("%1 has a password; unpack it with ChessBase", path.name)
    try:
        with opened(path) as file:
            head = file.read(_HEAD.size)
            magic, count, length = _HEAD.unpack(head) if len(head) == _HEAD.size else (b"", 0, 0)
            if magic != _MAGIC or length < _NAME + _SIZES.size:
                raise ChessBaseError("%1 is not a ChessBase archive", path.name)
            listing, found, at = file.read(count * length), list[ArchiveEntry](), _HEAD.size + count * length
            if len(listing) < count * length:
                raise ChessBaseError("%1 is cut off", path.name)
            for start in range(0, len(listing), length):
                name = listing[start : start + _NAME].split(b"\0")[0].decode("cp1252", "replace")
                packed, size = _SIZES.unpack_from(listing, start + _NAME)
                if packed < 0 or size < 0:
                    raise ChessBaseError("%1 is damaged: %2 has an impossible size", path.name, name)
                found.append(ArchiveEntry(name.replace("\\", "/"), at, packed, size))
                at += packed
            return tuple(found)
    except OSError as error:
        raise ChessBaseError("%1 cannot be read: %2", path.name, error) from error


def unpack(path: Path, folder: Path, go_on: Callable[[int, int], bool] = lambda _done, _total: True) -> Path | None:
    """Unpacks the files needed to read the games. `go_on` gets the bytes done and in total, and returns False to stop.
    Returns the database; None if stopped.
    :raises ChessBaseError: the archive cannot be read, is damaged, or does not hold exactly one database; or the folder
    cannot be written."""
    wanted = [entry for entry in entries(path) if Path(entry.name).suffix.lower() in NEEDED]
    bases = [entry for entry in wanted if entry.name.lower().endswith(NEEDED[0])]
    if len(bases) != 1:
        raise ChessBaseError("%1 holds %2 databases; only an archive with one can be read", path.name, len(bases))
    done, total = 0, sum(entry.packed for entry in wanted)
    try:
        with opened(path) as file:
            for entry in wanted:
                target = folder / f"base{Path(entry.name).suffix.lower()}"
                with target.open("wb") as written:
                    if not _unpack_file(file, entry, written, lambda part, before=done: go_on(before + part, total)):  # type: ignore[misc]
                        return None
                done += entry.packed
    except (struct.error, IndexError) as error:
        raise ChessBaseError("%1 is damaged", path.name) from error
    except OSError as error:
        raise ChessBaseError("%1 cannot be unpacked: %2", path.name, error) from error
    return folder / f"base{NEEDED[0]}"


def _unpack_file(file: IO[bytes], entry: ArchiveEntry, written: IO[bytes], go_on: Callable[[int], bool]) -> bool:
    """Unpacks one file. Returns False if stopped. :raises ChessBaseError: it is damaged."""
    file.seek(entry.at)
    done = size = 0
    while done < entry.packed:
        (length,) = _BLOCK.unpack(file.read(_BLOCK.size))
        block = file.read(length)
        done += _BLOCK.size + length
        if len(block) < length or not block or done > entry.packed:
            raise ChessBaseError("%1 in the archive is cut off", entry.name)
        content = unpacked_block(block, entry.size - size)
        size += len(content)
        written.write(content)
        if not go_on(done):
            return False
    if size != entry.size:
        raise ChessBaseError("%1 in the archive is damaged: %2 of %3 bytes", entry.name, size, entry.size)
    return True


def unpacked_block(block: bytes, most: int) -> bytes:
    """Returns the content of a block that begins with its flags. `most`: the limit in bytes.

    :raises ChessBaseError: it is damaged, or its encoding is unknown.
    :raises IndexError: it is cut off.
    """
    flags, content = block[0], block[1:]
    if flags > _ROSS | _HUFFMAN:
        raise ChessBaseError("the archive has an unknown compression (%1)", flags)
    if flags & _HUFFMAN:
        content = _without_huffman(content)
    if flags & _ROSS:
        content = _without_ross(content, most)
    if len(content) > most:
        raise ChessBaseError("the archive is damaged: a file exceeds its stated size")
    return content


def _without_huffman(block: bytes) -> bytes:
    """Decodes Huffman. Format: 16 bits: number of bytes; 256 times 4 bits: length of a code, and the code; then the
    codes."""
    size = int.from_bytes(block[:2], "big")
    bits = _Bits(block, 2)
    table = [0] * (1 << _LONGEST)  # by the next bits: the byte and the length of its code
    for value in range(256):
        length = bits.take(4)
        code = bits.take(length)
        if length:
            first, count = code << (_LONGEST - length), 1 << (_LONGEST - length)
            table[first : first + count] = [value << 4 | length] * count
    return bits.decoded(table, size)


class _Bits:
    """A bit reader, highest bit of each byte first; zeros after the end."""

    def __init__(self, data: bytes, at: int) -> None:
        self._data, self._at = data, at
        self._kept = self._count = 0

    def take(self, count: int) -> int:
        """Returns the next bits as a number. :raises IndexError: the data ends."""
        while self._count < count:
            self._kept = self._kept << 8 | self._data[self._at]
            self._at += 1
            self._count += 8
        self._count -= count
        found = self._kept >> self._count
        self._kept &= (1 << self._count) - 1
        return found

    def decoded(self, table: list[int], size: int) -> bytes:
        """Decodes `size` bytes. One loop without calls: the time is spent here.
        :raises ChessBaseError: a code is unknown."""
        data, at, kept, count = self._data + b"\0\0", self._at, self._kept, self._count
        out = bytearray()
        while len(out) < size:
            while count < _LONGEST:
                kept = kept << 8 | data[at]
                at += 1
                count += 8
            found = table[kept >> (count - _LONGEST)]
            if not found:
                raise ChessBaseError("the archive is damaged: unknown code")
            out.append(found >> 4)
            count -= found & 15
            kept &= (1 << count) - 1
        return bytes(out)


def _without_ross(block: bytes, most: int) -> bytes:
    """Decodes Ross: sixteen flags, then for each a literal byte (0) or a repetition (1) of one byte or of earlier
    output."""
    out, at, end = bytearray(), 0, len(block)
    while at < end:
        flags = block[at] | block[at + 1] << 8
        at += 2
        for flag in range(15, -1, -1):
            if at >= end:
                break
            if not flags >> flag & 1:
                out.append(block[at])
                at += 1
            else:
                at = _repeat(block, at, out)
                if len(out) > most:
                    raise ChessBaseError("the archive is damaged: a file exceeds its stated size")
    return bytes(out)


def _repeat(block: bytes, at: int, out: bytearray) -> int:
    """Appends a repetition to `out`. Returns the offset after it.
    :raises ChessBaseError: it refers to data before the beginning."""
    kind, low = block[at] >> 4, block[at] & 15
    if kind == 0:
        out += block[at + 1 : at + 2] * (low + 3)
        return at + 2
    if kind == 1:
        out += block[at + 2 : at + 3] * (low + (block[at + 1] << 4) + 19)
        return at + 3
    back = low + (block[at + 1] << 4) + 3
    size, after = (block[at + 2] + 16, at + 3) if kind == 2 else (kind, at + 2)
    start = len(out) - back
    if start < 0 or size > back:
        raise ChessBaseError("the archive is damaged: invalid back-reference")
    out += out[start : start + size]
    return after
