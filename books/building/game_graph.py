"""The games as a graph: the moves played in each position, with their counts and results."""

from array import array
from bisect import bisect_left
from collections.abc import Iterable, Sequence

from books.building.build import MoveCount


class GameGraph:
    """All moves played, by position, in sorted arrays. 1.4 million moves take 40 MB."""

    def __init__(self, counts: Iterable[MoveCount]) -> None:
        """`counts` come sorted by signed key, as from `Counter.counts`."""
        self._keys = array("q")
        self._moves = array("H")
        self._results = array("I")
        for count in counts:
            self._keys.append(count.key)
            self._moves.append(count.move)
            self._results.extend((count.wins, count.draws, count.losses))

    def moves(self, key: int) -> Sequence[MoveCount]:
        """Returns the moves played in a position (signed key)."""
        found = []
        index = bisect_left(self._keys, key)
        while index < len(self._keys) and self._keys[index] == key:
            found.append(MoveCount(key, self._moves[index], *self._results[3 * index : 3 * index + 3]))
            index += 1
        return found
