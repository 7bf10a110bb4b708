from collections.abc import Iterable, Sequence
from typing import Any, Self, final

@final
class RowCheck:
    """The types and limits of the columns of a table, at most 32: type, whether NULL is allowed, least and most value, and
    the members of an enumeration by its values, without a gap (empty: plain values). `row`: the tuple that `rows` makes."""

    def __new__(
        cls, columns: Sequence[tuple[type, bool, float | None, float | None, Sequence[int]]], row: type = tuple
    ) -> Self: ...
    def fault(self, values: Sequence[object]) -> int:
        """Returns the index of the first value of another type or beyond its limits; -1 without one.
        :raises ValueError: the number of values is not that of the columns."""
    def rows(self, found: Iterable[tuple[Any, ...]]) -> list[Any]:
        """Returns a row for each tuple of values, with members of enumerations for their numbers. Stops before the first
        values that do not fit, so that fewer rows come back. :raises ValueError: as `fault`."""
