"""The command of an engine, and its deadlines, as plain values."""

import shlex
import sys
from enum import Enum

from engine.ground.values import dataclass


class Dialect(Enum):
    """The two protocols of chess engines."""

    UCI = "uci"
    XBOARD = "xboard"


@dataclass(frozen=True)
class Launch:
    """`command` is a list of arguments, never a shell's line; it is started in `folder` (empty: the current one)."""

    name: str
    command: tuple[str, ...]
    folder: str = ""


@dataclass(frozen=True)
class Deadlines:
    """The longest waits, in seconds, and the limits of output.

    `grace_s` is added to the time for a move by the clock; `without_clock_s` is for moves of fixed nodes or depth. More than
    `flood_lines` unrequested lines within `flood_s` seconds are a flood, and so is a line of `endless_bytes`.
    """

    start_s: float = 10.0
    features_s: float = 2.0  # the XBoard protocol's own limit for an engine that announces nothing
    ready_s: float = 5.0
    stop_s: float = 1.0
    quit_s: float = 2.0
    grace_s: float = 5.0
    without_clock_s: float = 120.0
    write_s: float = 2.0
    flood_lines: int = 50_000
    flood_s: float = 2.0
    endless_bytes: int = 16_000_000


DEADLINES = Deadlines()


def command_words(line: str) -> tuple[str, ...]:
    """Splits a command line at spaces outside quotes. On Windows a backslash is part of a path, elsewhere it escapes.

    :raises ValueError: a quote is not closed.
    """
    words = shlex.shlex(line, posix=True, punctuation_chars=False)
    words.whitespace_split, words.commenters = True, ""
    if sys.platform == "win32":
        words.escape = ""
    return tuple(words)
