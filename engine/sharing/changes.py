"""A change of one value, with its stamp; and the lines in which changes are stored."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from engine.ground.json_text import JsonError, dumped, parse

MOST_BYTES = 8 << 20  # of a line: a whole game with its comments
LONGEST_KEY = 10_000
_HIGHEST = 2**62
_CHECKSUM = 8  # hexadecimal digits before each line


class SharedChange(NamedTuple):
    """`value` (JSON) of `key` in a part ("settings"); None: removed.

    `counter` is a Lamport counter that is never below the clock (milliseconds since 1970): a change is later than every change
    that its computer knew, however wrong the clocks are. What a computer had before it took part has counters below 0.
    """

    counter: int
    computer: str
    part: str
    key: str
    value: Any

    @property
    def order(self) -> tuple[int, str, str]:
        """The last one wins. The value decides only between copies of one computer, which used the same counter."""
        return self.counter, self.computer, json.dumps(self.value, sort_keys=True)

    @property
    def line(self) -> bytes:
        text = dumped(list(self), indent=None)
        return b"%08x %b" % (zlib.crc32(text), text)


def read_lines(content: bytes) -> tuple[dict[bytes, SharedChange], int]:
    """Returns the changes in a file by their lines, and the number of damaged lines.

    A last line without its end is not counted: it is being written, or was when the computer stopped.
    """
    found, damaged = dict[bytes, SharedChange](), 0
    *lines, _cut = content.split(b"\n")
    for line in lines:
        change = _read(line + b"\n")
        if change is None:
            damaged += 1
        else:
            found[line + b"\n"] = change
    return found, damaged


def _read(line: bytes) -> SharedChange | None:
    text = line[_CHECKSUM + 1 :]
    if line[: _CHECKSUM + 1] != b"%08x " % zlib.crc32(text):
        return None
    try:
        counter, computer, part, key, value = parse(text, MOST_BYTES)
        return SharedChange(
            counter.whole(-_HIGHEST, _HIGHEST), computer.text(100), part.text(100), key.text(LONGEST_KEY), value.value
        )
    except (JsonError, ValueError):
        return None


State = Mapping[str, Any]
"""The values of a part by their keys."""


class Newest:
    """The last change of each value: the same, in whatever order and how often changes come."""

    def __init__(self, changes: Iterable[SharedChange] = ()) -> None:
        self._found: dict[str, dict[str, SharedChange]] = {}
        self.highest = self.lowest = 0
        """The highest and the lowest counter met, 0 included."""
        self.add(changes)

    def add(self, changes: Iterable[SharedChange]) -> None:
        for change in changes:
            self.highest, self.lowest = max(self.highest, change.counter), min(self.lowest, change.counter)
            known = self._found.setdefault(change.part, {})
            if change.key not in known or known[change.key].order < change.order:
                known[change.key] = change

    @property
    def parts(self) -> list[str]:
        """The names of the parts that have changes, in order."""
        return sorted(self._found)

    def of(self, part: str) -> dict[str, Any]:
        """Returns the values of a part; removed ones are left out."""
        found = self._found.get(part, {})
        return {key: change.value for key, change in found.items() if change.value is not None}
