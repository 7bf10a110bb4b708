"""Files of the user, written whole or not at all, with the window's words for what can go wrong."""

import os
from pathlib import Path

from desktop.model.errors import FileError
from engine.ground import files
from engine.ground.targets import unwritten


def write_privately(path: Path, content: bytes) -> None:
    """As `write_atomically`; nobody else may read the file. :raises FileError:"""
    write_atomically(path, content, private=True)


def write_atomically(path: Path, content: bytes, private: bool = False) -> None:
    """Replaces a file's content, or makes the file.

    :raises FileError: it could not be written; what was there before is untouched.
    """
    try:
        files.write_atomically(path, content, private)
    except OSError as error:
        raise FileError(unwritten(path, error)) from error


def append_privately(path: Path, content: bytes) -> None:
    """As `append_durably`; a file that is made is the user's alone. :raises FileError:"""
    append_durably(path, content, private=True)


def append_durably(path: Path, content: bytes, private: bool = False) -> None:
    """Adds to the end of a file (made if missing) and forces it to disk; starts on a line of its own.

    A write that fails half way is cut off again.

    :raises FileError: it could not be written.
    """
    try:
        files.append_durably(path, _gap(path) + content, private)
    except files.HalfWrittenError as error:
        raise FileError(
            "%1 could not be written (%2). Part of what was to be added stands in it from byte %3 "
            "on; remove that, and add it again.",
            path,
            error,
            error.size + 1,
        ) from error
    except OSError as error:
        raise FileError(unwritten(path, error)) from error


def _gap(path: Path) -> bytes:
    """:raises OSError: what is there is no file, or cannot be read."""
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
