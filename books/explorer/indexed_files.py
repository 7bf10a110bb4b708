"""PGN files and folders as collections that are made once, so that the explorer counts them like any collection.

The index of a file is a collection in a folder of the program. It is current while the files have their size and time;
then a look-up reads nothing of them again. If a file changed or vanished, the index is made again.
"""

import hashlib
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from books.collection import schema
from books.collection.chessbase.archive import ARCHIVES
from books.collection.chessbase.base import SUFFIX
from books.collection.game_collection import Collection, CollectionError, is_collection
from engine.ground.errors import RatsuError
from engine.ground.files import storable

SUFFIXES = (".pgn", ".pgn.gz", ".pgn.zst", SUFFIX, *ARCHIVES)
UNUSED_S = 60 * 86_400  # an index that was not used for 60 days is removed


def files_of(source: Path) -> tuple[Path, ...]:
    """Returns the game files of a source: itself, or those of a folder and the folders in it, by path.
    :raises RatsuError: the folder cannot be read, or holds none."""
    if not source.is_dir():
        return (source.resolve(),)
    try:
        found = sorted(path.resolve() for path in source.rglob("*") if path.name.lower().endswith(SUFFIXES))
    except OSError as error:
        raise RatsuError("cannot read the folder %1: %2", source, error) from error
    if not found:
        raise RatsuError("the folder %1 holds no game file; PGN files end with .pgn, .pgn.gz or .pgn.zst", source)
    return tuple(found)


def is_indexed(source: Path) -> bool:
    """Whether a source needs an index: it is a folder, or a file that is not a collection.
    :raises RatsuError: it cannot be read."""
    try:
        return source.is_dir() or not is_collection(source)
    except OSError as error:
        raise RatsuError("cannot open %1: %2", source, error) from error


def index_path(folder: Path, source: Path) -> Path:
    digest = hashlib.blake2b(storable(str(source.resolve())).encode(), digest_size=8).hexdigest()
    return folder / f"{source.stem[:40]}-{digest}.ratsugames"


def is_current(index: Path, files: Iterable[Path]) -> bool:
    """Whether an index holds exactly these files as they are now."""
    wanted = set(map(_state, files))
    return wanted == _indexed(index, done=True)


def prepare(index: Path, files: Iterable[Path]) -> None:
    """Readies an index for the import of its files: it is removed if it holds a file that changed or vanished. Also
    removes indexes that were not used for long.
    :raises RatsuError: it cannot be removed, or its folder cannot be made."""
    try:
        index.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not _indexed(index, done=False) <= set(map(_state, files)):
            _remove(index)
        for other in index.parent.glob("*.ratsugames"):
            if other != index and other.stat().st_mtime < time.time() - UNUSED_S:
                _remove(other)
    except OSError as error:
        raise RatsuError("cannot write to the folder %1: %2", index.parent, error) from error


def _state(path: Path) -> tuple[str, int, int]:
    with suppress(OSError):
        status = path.stat()
        return storable(str(path)), status.st_size, status.st_mtime_ns
    return storable(str(path)), -1, -1


def _indexed(index: Path, done: bool) -> set[tuple[str, int, int]]:
    """Returns the files of an index with their states; `done`: only those that were read to their end."""
    if not index.exists():
        return set()
    try:
        with Collection(index) as collection:
            query = "SELECT path, size, modified_ns FROM sources WHERE done >= ?"
            return set(collection.rows(schema.FILES, query, (int(done),)))
    except CollectionError:
        return {("damaged", -1, -1)}


def _remove(index: Path) -> None:
    for suffix in ("", "-wal", "-shm"):
        index.with_name(index.name + suffix).unlink(missing_ok=True)
