"""Atomic file writes with this room's error messages."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from books.errors import BookDiskError
from engine.ground.files import replacing
from engine.ground.write_targets import unwritten


@contextmanager
def written(path: Path) -> Iterator[BinaryIO]:
    """Yields a file that replaces `path` when the block ends well; otherwise `path` is unchanged and nothing remains.
    :raises BookDiskError: it cannot be written (full disk, missing folder, no permission)."""
    try:
        with replacing(path) as file:
            yield file
    except OSError as error:
        raise BookDiskError(unwritten(path, error)) from error
