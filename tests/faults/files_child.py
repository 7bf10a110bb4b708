"""One write through `engine/ground/files.py`, between two marks that strace sees: the victim of the fault tests.

python -S -m tests.faults.files_child WRITER PATH [BYTES], where no file may grow beyond so many BYTES

Prints what it was told: done, failed (the file is said to be as it was) or half (part of it is said to be left).
"""

import contextlib
import resource
import signal
import sys
from collections.abc import Callable
from pathlib import Path

from engine.ground.files import HalfWrittenError, append_durably, replacing, write_atomically

OLD = b'[Event "old"]\n\n1. e4 *'  # no line break at its end
NEW = b"\n\n1. d4 {" + b"x" * 30_000 + b"} *\n\n"  # larger than any buffer
MARK = "/no such folder"


def _append(path: Path) -> None:
    append_durably(path, NEW)


def _replace(path: Path) -> None:
    write_atomically(path, OLD + NEW)


def _write_in_pieces(path: Path) -> None:
    with replacing(path) as file:
        for piece in (OLD, NEW[:100], NEW[100:20_000], NEW[20_000:]):
            file.write(piece)


WRITERS: dict[str, Callable[[Path], None]] = {
    "append": _append,
    "append to a new file": _append,
    "replace": _replace,
    "replace a link": _replace,
    "replace a hard link": _replace,
    "write in pieces": _write_in_pieces,
}


def _told(writer: Callable[[Path], None], path: Path) -> str:
    try:
        writer(path)
    except HalfWrittenError as error:
        return "half" if error.size == len(OLD) else "half, but not from there"
    except OSError:
        return "failed"
    return "done"


def _mark() -> None:
    with contextlib.suppress(OSError):
        Path(MARK).rmdir()


def main() -> None:
    """Writes once."""
    writer, path = WRITERS[sys.argv[1]], Path(sys.argv[2])
    if len(sys.argv) > 3:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[3]), resource.RLIM_INFINITY))
    _mark()
    told = _told(writer, path)
    _mark()
    print(told, flush=True)


if __name__ == "__main__":
    main()
