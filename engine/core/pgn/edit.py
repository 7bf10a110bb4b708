"""Changing PGN files: games replaced, deleted, appended; a file saved under another name. The old file or the new one,
never neither.

Games that are not touched keep their bytes, whatever their encoding and layout. A new file is written beside the old
one, flushed to the disk and renamed.
"""

import codecs
import contextlib
import gzip
import io
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import IO, Any

import zstandard

from engine.core.pgn.errors import PgnError
from engine.core.pgn.index import GameList, stamp_of
from engine.core.pgn.streams import blocks, packing_of
from engine.files import replacing

_COPY_BYTES = 1 << 20


def save_games(path: Path | str, texts: Iterable[str]) -> None:
    """Writes a file of these games, one empty line between them; packed if the name ends in .gz or .zst.

    :raises PgnError: if it cannot be written; a file that was there then stays as it was.
    """
    path = Path(path)
    packing = {".gz": "gz", ".zst": "zst"}.get(path.suffix.lower(), "plain")
    _replace(path, packing, (f"{text.strip()}\n\n".encode() for text in texts))


def append_games(path: Path | str, texts: Iterable[str]) -> None:
    """Adds games to the end of a file, which is made if it is not there.

    :raises PgnError: if it cannot be written; the file then stays as it was.
    """
    path = Path(path)
    if not path.exists():
        save_games(path, texts)
        return
    _replace(path, packing_of(path), _appended(path, texts))


def _appended(path: Path, texts: Iterable[str]) -> Iterator[bytes]:
    tail = b""
    for block in blocks(path, most_unpacked=None):
        yield block
        tail = (tail + block)[-2:]
    yield _gap(tail)
    for text in texts:
        yield f"{text.strip()}\n\n".encode()


def _gap(tail: bytes) -> bytes:
    """What makes an empty line behind these last bytes."""
    if not tail or tail.endswith((b"\n\n", b"\r\r", b"\n\r")):
        return b""
    return b"\n" if tail.endswith((b"\n", b"\r")) else b"\n\n"


def change_games(games: GameList, changes: Mapping[int, str | None]) -> None:
    """Replaces games of a listed file by new texts, or deletes them (None). List the file again afterwards.

    :raises PgnError: if another program has changed the file since, or it cannot be written; it then stays as it was.
    """
    if stamp_of(games.path) != games.stamp:
        raise PgnError(f"{games.path} was changed by another program; open it again, nothing was written")
    _replace(games.path, games.packing, _changed(games, changes))


def _changed(games: GameList, changes: Mapping[int, str | None]) -> Iterator[bytes]:
    cuts = [(*games.span(row), changes[row]) for row in sorted(changes)]
    at = 0  # of the next block in the unpacked file
    number = 0
    for block in blocks(games.path, most_unpacked=None):
        end = at + len(block)
        place = at
        while number < len(cuts) and cuts[number][0] < end:
            start, stop, text = cuts[number]
            if place <= start:
                yield block[place - at : start - at]
                if text is not None:
                    yield f"{text.strip()}\n\n".encode()
            place = min(stop, end)
            if stop > end:
                break
            number += 1
        yield block[place - at :]
        at = end


def _replace(path: Path, packing: str, pieces: Iterable[bytes]) -> None:
    """Writes beside, flushes, renames."""
    try:
        with replacing(path) as file, _packed(file, packing) as target:
            for piece in pieces:
                target.write(piece)
    except OSError as error:
        raise PgnError(
            f"cannot write {path}: {error.strerror or error}; the file is as it was. Make room or save it elsewhere"
        ) from error


class _Recoded(io.RawIOBase):
    """Takes UTF-8 in pieces, writes UTF-16 with its mark."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
        file.write(b"\xff\xfe")

    def write(self, piece: Any) -> int:
        """Writes what is complete; half a character waits for the next piece."""
        self._file.write(self._decoder.decode(bytes(piece)).encode("utf-16-le"))
        return len(piece)


def _packed(file: IO[bytes], packing: str) -> contextlib.AbstractContextManager[Any]:
    if packing == "gz":
        return gzip.GzipFile(fileobj=file, mode="wb")
    if packing == "zst":
        return zstandard.ZstdCompressor(level=9).stream_writer(file, closefd=False)
    if packing == "utf-16":
        return _Recoded(file)
    return contextlib.nullcontext(file)
