"""The first lines of a UCI engine. Imports only what they need, because a GUI waits for them."""

from __future__ import annotations

from itertools import chain

from engine.ground.version import VERSION
from engine.options import OPTIONS
from engine.protocols.line_streams import LineReader, LineWriter, raw_input

TYPE_CHECKING = False  # importing `typing` takes as long as all of this
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import BinaryIO

    from engine.options import Option

AUTHOR = "the Ratsu authors"


def option_line(option: Option) -> str:
    line = f"option name {option.name} type {option.kind}"
    if option.kind == "spin":
        return f"{line} default {option.default} min {option.low} max {option.high}"
    if option.kind == "check":
        return f"{line} default {str(option.default).lower()}"
    return f"{line} default {option.default or '<empty>'}" if option.kind == "string" else line


def greeting(option_lines: Iterable[str]) -> str:
    """The answer to `uci`."""
    return "\n".join([f"id name Ratsu {VERSION}", f"id author {AUTHOR}", *option_lines, "uciok"])


class Conversation:
    """A GUI's lines and the writer for answers; `uci` is answered at once if it is the first line."""

    def __init__(self, output: BinaryIO, given: BinaryIO | None = None) -> None:
        """Waits for the first line. `given` None: standard input."""
        self.writer = LineWriter(output)
        lines = iter(LineReader(given or raw_input()))
        first = next(lines, "quit")
        if first is not None and first.split() == ["uci"]:
            self.writer.write_block(greeting(map(option_line, OPTIONS)))
            self.lines: Iterator[str | None] = lines
        else:
            self.lines = chain((first,), lines)
