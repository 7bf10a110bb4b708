"""How a command ends: its exit code, and what standard error says of an error of the user's."""

from __future__ import annotations

import errno
import os
import sys
from io import TextIOWrapper

TYPE_CHECKING = False  # that of `typing` would cost `ratsu uci` milliseconds
if TYPE_CHECKING:
    from collections.abc import Callable

# What a write to a full or lost disk says. Files are written by `engine/files.py`, which words it; so it was the output.
OUTPUT_LOST = frozenset((errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO))


def ended(name: str, work: Callable[[], int]) -> int:
    """The exit code of a command: its own, or 1 after what a user is told. A bug is raised."""
    _escape_what_cannot_be_shown()
    try:
        code = work()
        if sys.stdout is not None:
            sys.stdout.flush()  # here, where it can be told that the rest cannot be written
        return code
    except KeyboardInterrupt:
        told = "interrupted"
    except BrokenPipeError:
        _drop_output()  # the reader of our output left; there is nobody to tell
        return 1
    except Exception as error:
        from engine.errors import RatsuError

        if isinstance(error, OSError) and error.errno in OUTPUT_LOST and error.filename is None:
            _drop_output()
            told = f"the output cannot be written: {error.strerror}"
        elif isinstance(error, RatsuError):
            told = str(error)
        else:
            raise
    print(f"ratsu {name}: {told}", file=sys.stderr)
    return 1


def _escape_what_cannot_be_shown() -> None:
    """A letter that the terminal does not have, or a file's name that is not UTF-8, is printed as `\\udce4`, as on standard
    error, instead of ending the command.
    """
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


def _drop_output() -> None:
    """What still waits to be written goes nowhere: Python would try it again at its end, fail, and say so."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):  # a stream of a caller, without a file behind it
        return
