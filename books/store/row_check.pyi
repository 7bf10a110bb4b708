from collections.abc import Sequence
from typing import Self, final

@final
class RowCheck:
    """The types and limits of the columns of a table, at most 32: type, whether NULL is allowed, least and most value."""

    def __new__(cls, columns: Sequence[tuple[type, bool, float | None, float | None]]) -> Self: ...
    def fault(self, values: Sequence[object]) -> int:
        """Returns the index of the first value of another type or beyond its limits; -1 without one.
        :raises ValueError: the number of values is not that of the columns."""
