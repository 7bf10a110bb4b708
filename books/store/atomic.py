"""Files written whole or not at all, with this room's words for what can go wrong."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from books.errors import BookDiskError
from engine.ground.files import replacing
from engine.ground.targets import unwritten


@contextmanager
def written(path: Path) -> Iterator[BinaryIO]:
    """A file that takes the place of `path` when the block ends well; otherwise `path` is as before and nothing is
    left.

    :raises BookDiskError: if it cannot be written (full disk, no such folder, no permission).
    """
    try:
        with replacing(path) as file:
            yield file
    except OSError as error:
        raise BookDiskError(unwritten(path, error)) from error
