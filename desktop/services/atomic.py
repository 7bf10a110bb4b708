"""The one door for whole files: written beside, forced to disk, renamed; the old file or the new one, never neither."""

import contextlib
import os
import tempfile
from pathlib import Path

from desktop.model.errors import FileError


def write_atomically(path: Path, content: bytes) -> None:
    """Replaces a file's content, or makes the file. A link is followed: the file that it names is replaced.

    :raises FileError: it could not be written; what was there before is untouched.
    """
    target = Path(os.path.realpath(path))
    temporary = ""
    try:
        mode = target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_umask()
        descriptor, temporary = tempfile.mkstemp(prefix=f".{target.name[:80]}.", suffix=".part", dir=target.parent)
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        Path(temporary).chmod(mode)
        Path(temporary).replace(target)
        _sync_folder(target.parent)
    except OSError as error:
        if temporary:
            with contextlib.suppress(OSError):
                Path(temporary).unlink()
        raise FileError(
            f"{path} could not be saved ({error.strerror or error}). What was there before is untouched; "
            "choose another folder or make room, and save again."
        ) from error


def append_durably(path: Path, content: bytes) -> None:
    """Adds to the end of a file (made if missing) and forces it to disk; starts on a line of its own.

    A write that fails half way is cut off again.

    :raises FileError: it could not be written.
    """
    try:
        with path.open("ab") as file:
            before = file.tell()
            try:
                file.write(_gap(path, before) + content)
                file.flush()
                os.fsync(file.fileno())
            except OSError:
                with contextlib.suppress(OSError):
                    file.truncate(before)
                raise
    except OSError as error:
        raise FileError(
            f"Nothing could be added to {path} ({error.strerror or error}). Make room or choose another file."
        ) from error


def _gap(path: Path, size: int) -> bytes:
    if size == 0:
        return b""
    with path.open("rb") as file:
        file.seek(max(0, size - 2))
        end = file.read(2)
    return b"" if end == b"\n\n" else b"\n" if end.endswith(b"\n") else b"\n\n"


def _sync_folder(folder: Path) -> None:
    """Makes the rename itself last; Windows has no such thing for folders."""
    if os.name == "nt":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _umask() -> int:
    current = os.umask(0o077)
    os.umask(current)
    return current
