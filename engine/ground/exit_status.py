"""The exit code of a command, and its error on standard error."""

from __future__ import annotations

import errno
import os
import sys
from io import TextIOWrapper

TYPE_CHECKING = False  # importing `typing` would cost `ratsu uci` milliseconds
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TextIO

# Errors of a full or lost disk. Files are written by `engine/ground/files.py`, which words its errors, so the output is meant.
OUTPUT_LOST = frozenset((errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO))


def run_command(name: str, work: Callable[[], int]) -> int:
    """The exit code of a command: its own, or 1 after an error shown to the user or if the reader closed the output. Bugs are
    raised.

    :raises SystemExit: argparse printed help or a usage error.
    """
    _escape_unprintable()
    code = 1
    try:
        code = work()
    except KeyboardInterrupt:
        print_error(name, "interrupted")
    except SystemExit:
        if flush_output(name):
            raise
    except Exception as error:
        from engine.ground.errors import RatsuError

        if isinstance(error, OSError) and _reader_left(error):
            pass
        elif isinstance(error, OSError) and error.errno in OUTPUT_LOST and error.filename is None:
            _drop(sys.stdout)
            print_error(name, f"the output cannot be written: {error.strerror}")
        elif isinstance(error, RatsuError):
            print_error(name, str(error))
        else:
            raise
    return code if flush_output(name) else 1


def flush_output(name: str) -> bool:
    """Flushes the rest of the output while its loss can still be reported. Returns whether all was written. `name`: of the
    command, "" for `ratsu` alone."""
    lost = _flush(sys.stdout)
    if lost is not None and not _reader_left(lost):
        print_error(name, f"the output cannot be written: {lost.strerror}")
    _flush(sys.stderr)
    return lost is None


def _reader_left(error: OSError) -> bool:
    """Whether the reader closed the pipe, which Windows calls an invalid argument."""
    return isinstance(error, BrokenPipeError) or (
        os.name == "nt" and error.errno == errno.EINVAL and error.filename is None
    )


def _flush(stream: TextIO | None) -> OSError | None:
    try:
        if stream is not None:
            stream.flush()
    except OSError as error:
        _drop(stream)
        return error
    return None


def print_error(name: str, sentence: str) -> None:
    """Prints a sentence on standard error, if it is still open. `name`: as in `flush_output`."""
    try:
        if sys.stderr is not None:
            print(f"ratsu {name}".rstrip() + f": {sentence}", file=sys.stderr)
    except OSError:
        _drop(sys.stderr)


def _escape_unprintable() -> None:
    r"""Prints a character that the terminal lacks, or bytes of a file name that are not UTF-8, as `\udce4`, like standard
    error, instead of failing."""
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


def _drop(stream: TextIO | None) -> None:
    """Redirects the stream to the null device: otherwise Python would write the rest again at exit, fail and report it."""
    try:
        if stream is not None:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    except (OSError, ValueError):  # a caller's stream without a file descriptor
        return
