"""Files of the user, written whole or not at all, with the window's words for what can go wrong."""

from pathlib import Path

from desktop.model.errors import FileError
from engine import files


def write_atomically(path: Path, content: bytes) -> None:
    """Replaces a file's content, or makes the file. A link is followed: the file that it names is replaced.

    :raises FileError: it could not be written; what was there before is untouched.
    """
    try:
        files.write_atomically(path, content)
    except OSError as error:
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
        files.append_durably(path, _gap(path) + content)
    except files.HalfWrittenError as error:
        raise FileError(
            f"{path} could not be written ({error.strerror}). Part of what was to be added stands in it "
            f"from byte {error.size + 1} on; remove that, and add it again."
        ) from error
    except OSError as error:
        raise FileError(
            f"Nothing could be added to {path} ({error.strerror or error}). Make room or choose another file."
        ) from error


def _gap(path: Path) -> bytes:
    size = path.stat().st_size if path.exists() else 0
    if size == 0:
        return b""
    with path.open("rb") as file:
        file.seek(max(0, size - 2))
        end = file.read(2)
    return b"" if end == b"\n\n" else b"\n" if end.endswith(b"\n") else b"\n\n"
