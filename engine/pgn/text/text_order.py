"""The rank of every text of a growing list, updated while it grows."""

from __future__ import annotations

import unicodedata
from array import array
from collections.abc import Callable, Sequence
from typing import Any

_RUN = 4096  # texts sorted at once: a sort holds the GIL from start to end


class TextOrder:
    """Sorts a list of texts that only grows: new texts are sorted in short runs, and runs are merged as they grow. So
    repeated calls cost little, and no step delays other threads for long."""

    def __init__(self, key: Callable[[str], Any], last: Any = None) -> None:
        """`last`: the greatest key; texts with it come last in either direction."""
        self._key, self._last = key, last
        self._keys: list[Any] = []
        self._runs: list[list[int]] = []
        self._sorted = 0  # number of texts in the runs
        self._ranks: array[int] = array("I")

    def keys(self, texts: Sequence[str]) -> list[Any]:
        self._keys += [self._key(text) for text in texts[len(self._keys) :]]
        return self._keys

    def ranks(self, texts: Sequence[str], descending: bool = False) -> array[int]:
        """Returns the rank of every text; those with the key `last` have the last ones either way."""
        ranks = self._ascending(texts)
        if not descending:
            return ranks
        last = len(ranks) - self._keys.count(self._last) - 1
        return array("I", (last - rank if rank <= last else rank for rank in ranks))

    def _ascending(self, texts: Sequence[str]) -> array[int]:
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
        """Merges two runs: Python's sort (Timsort) detects them."""
        last = self._runs.pop()
        self._runs[-1] = sorted(self._runs[-1] + last, key=key)


def folded(name: str) -> str:
    """Returns a name without case and accents, for searching: `Müller, Karl` is `muller, karl`."""
    if name.isascii():
        return name.casefold()
    return "".join(c for c in unicodedata.normalize("NFKD", name.casefold()) if not unicodedata.combining(c))
