"""How a command ends: its exit code, and what standard error says of an error of the user's."""

from __future__ import annotations

import errno
import os
import sys
from io import TextIOWrapper

TYPE_CHECKING = False  # that of `typing` would cost `ratsu uci` milliseconds
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TextIO

# What a write to a full or lost disk says. Files are written by `engine/ground/files.py`, which words it; so it was the output.
OUTPUT_LOST = frozenset((errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO))


def ended(name: str, work: Callable[[], int]) -> int:
    """The exit code of a command: its own, or 1 if the user is told an error or nobody reads the output to its end. A bug is
    raised.

    :raises SystemExit: argparse has printed help or what is wrong with the arguments.
    """
    _escape_what_cannot_be_shown()
    code = 1
    try:
        code = work()
    except KeyboardInterrupt:
        tell(name, "interrupted")
    except BrokenPipeError:
        pass  # the reader of our output left; there is nobody to tell
    except SystemExit:
        if written(name):
            raise
    except Exception as error:
        from engine.ground.errors import RatsuError

        if isinstance(error, OSError) and error.errno in OUTPUT_LOST and error.filename is None:
            _drop(sys.stdout)
            tell(name, f"the output cannot be written: {error.strerror}")
        elif isinstance(error, RatsuError):
            tell(name, str(error))
        else:
            raise
    return code if written(name) else 1


def written(name: str) -> bool:
    """Writes what is left of the output, while its loss can still be told. Whether all of it was written. `name`: the command's,
    empty for `ratsu` without one."""
    lost = _flush(sys.stdout)
    if lost is not None and not isinstance(lost, BrokenPipeError):
        tell(name, f"the output cannot be written: {lost.strerror}")
    _flush(sys.stderr)
    return lost is None


def _flush(stream: TextIO | None) -> OSError | None:
    try:
        if stream is not None:
            stream.flush()
    except OSError as error:
        _drop(stream)
        return error
    return None


def tell(name: str, told: str) -> None:
    """Says a sentence on standard error, if anybody still reads it. `name`: as of `written`."""
    try:
        if sys.stderr is not None:
            print(f"ratsu {name}".rstrip() + f": {told}", file=sys.stderr)
    except OSError:
        _drop(sys.stderr)


def _escape_what_cannot_be_shown() -> None:
    """A letter that the terminal does not have, or a file's name that is not UTF-8, is printed as `\\udce4`, as on standard
    error, instead of ending the command.
    """
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


def _drop(stream: TextIO | None) -> None:
    """What still waits to be written goes nowhere: Python would try it again at its end, fail, and say so."""
    try:
        if stream is not None:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    except (OSError, ValueError):  # a stream of a caller, without a file behind it
        return
