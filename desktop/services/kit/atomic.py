"""Atomic writes of the user's files, with error messages for the window."""

import os
from pathlib import Path

from desktop.model.errors import FileError
from engine.ground import files
from engine.ground.write_targets import unwritten


def write_privately(path: Path, content: bytes) -> None:
    """Replaces a file atomically; only its owner may read it. :raises FileError:"""
    write_atomically(path, content, private=True)


def write_atomically(path: Path, content: bytes, private: bool = False) -> None:
    """Replaces or creates a file. :raises FileError: it could not be written; the old content is untouched."""
    try:
        files.write_atomically(path, content, private)
    except OSError as error:
        raise FileError(unwritten(path, error)) from error


def append_privately(path: Path, content: bytes) -> None:
    """Appends durably; a new file is readable by its owner only. :raises FileError:"""
    append_durably(path, content, private=True)


def append_durably(path: Path, content: bytes, private: bool = False) -> None:
    """Appends to a file on a new line (created if missing) and syncs it to disk.

    A failed write is cut off again.
    :raises FileError: it could not be written.
    """
    try:
        files.append_durably(path, _gap(path) + content, private)
    except files.HalfWrittenError as error:
        raise FileError(
            "%1 could not be written (%2). It contains an incomplete addition from byte %3 on. "
            "Delete that part and add the text again.",
            path,
            error,
            error.size + 1,
        ) from error
    except OSError as error:
        raise FileError(unwritten(path, error)) from error


def _gap(path: Path) -> bytes:
    """The line break needed before appended text. :raises OSError: the path is not a file, or cannot be read."""
    try:
        with files.opened(path) as file:
            size = file.seek(0, os.SEEK_END)
            file.seek(max(0, size - 2))
            end = file.read(2)
    except FileNotFoundError:
        return b""
    if size == 0:
        return b""
    return b"" if end == b"\n\n" else b"\n" if end.endswith(b"\n") else b"\n\n"
