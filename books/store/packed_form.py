"""The format of a packed book's blocks (books.store.packed), shared by the writer and the compiled reader."""

from typing import NamedTuple

from books.entry import MoveRow, PositionRow
from books.errors import BookError
from books.store.row_shapes import MOST_WHOLE

POSITIONS, GROUP = 64, 8
LEAST_TAIL, MOST_TAIL = 2, 8
MOST_BYTES = 60_000  # of the groups of a block: their starts have 2 bytes
HEAD = 4

# The shape of a position: the values that follow. The number of its moves is above these bits.
VALUE, SECOND, EXIT, OTHER_EXIT, EXIT_VALUE, BACKED, BACKED_VALUE, MOVES = 1, 2, 4, 8, 16, 32, 64, 7
FLAG_BITS, INHERITS, BETTER = 7, 8, 16
FEW = 8  # results with fewer games than this of each kind are packed into one number

# The fields. First moves have other statistics than later ones, so flag and weight have separate codes.
(SHAPE, WORTH, SEARCH, BEHIND, MOVE, GRADE, LATER_GRADE, WEIGHT, LATER_WEIGHT, RESULTS, COUNT) = range(11)
LIMITS = {
    SHAPE: (0, 1 << 20),
    WORTH: (-(2**31), 2**31),
    SEARCH: (0, MOST_WHOLE // 1000),
    BEHIND: (-(2**31), 2**31),
    MOVE: (0, 0xFFFF),
    GRADE: (0, 31),
    LATER_GRADE: (0, 31),
    WEIGHT: (0, MOST_WHOLE),
    LATER_WEIGHT: (0, MOST_WHOLE),
    RESULTS: (0, FEW**3),
    COUNT: (0, MOST_WHOLE),
}


class EngineNames(NamedTuple):
    """The engines whose values a packed book holds."""

    engine: str | None = None
    second_engine: str | None = None


class DamagedError(BookError):
    """The block is cut off, or holds an impossible value."""


Page = tuple[PositionRow, list[MoveRow]]
