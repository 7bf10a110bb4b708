"""The place of every text of a growing list in its order, kept while the list grows."""

from __future__ import annotations

import unicodedata
from array import array
from collections.abc import Callable, Sequence
from typing import Any

_RUN = 4096  # texts sorted at once: a sort holds the GIL from its start to its end


def number_key(text: str) -> tuple[float, str]:
    """A number where it is one; other texts come before all numbers, alphabetically."""
    try:
        return float(text[:20]), ""
    except ValueError:
        return float("-inf"), text.casefold()


class TextOrder:
    """Sorts a list of texts that only grows: what is new is sorted in short runs, and runs are merged as they grow, so
    that asking again after some more texts costs little and no step holds up other threads for long.
    """

    def __init__(self, key: Callable[[str], Any]) -> None:
        self._key = key
        self._keys: list[Any] = []
        self._runs: list[list[int]] = []
        self._sorted = 0  # texts that are in the runs
        self._ranks: array[int] = array("I")

    def keys(self, texts: Sequence[str]) -> list[Any]:
        """What texts are compared by, of all texts that are there."""
        self._keys += [self._key(text) for text in texts[len(self._keys) :]]
        return self._keys

    def ranks(self, texts: Sequence[str]) -> array[int]:
        """For every text its place in the order."""
        key = self.keys(texts).__getitem__
        count = len(self._keys)
        if count == len(self._ranks):
            return self._ranks
        for start in range(self._sorted, count, _RUN):
            self._runs.append(sorted(range(start, min(start + _RUN, count)), key=key))
            while len(self._runs) > 1 and 2 * len(self._runs[-1]) > len(self._runs[-2]):
                self._merge(key)
        self._sorted = count
        while len(self._runs) > 1:
            self._merge(key)
        ranks = array("I", bytes(4 * count))
        for rank, place in enumerate(self._runs[0] if self._runs else ()):
            ranks[place] = rank
        self._ranks = ranks
        return ranks

    def _merge(self, key: Callable[[int], Any]) -> None:
        """Python's sort finds the two runs by itself and merges them."""
        last = self._runs.pop()
        self._runs[-1] = sorted(self._runs[-1] + last, key=key)


def folded(name: str) -> str:
    """A name without case and accents, for searching: `Müller, Karl` is `muller, karl`."""
    if name.isascii():
        return name.casefold()
    return "".join(c for c in unicodedata.normalize("NFKD", name.casefold()) if not unicodedata.combining(c))
