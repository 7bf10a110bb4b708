"""The five results of a table, from the point of view of the side to move."""

from enum import IntEnum


class Wdl(IntEnum):
    """A result with best play. Cursed wins and blessed losses are drawn by the fifty-move rule."""

    LOSS = -2
    BLESSED_LOSS = -1
    DRAW = 0
    CURSED_WIN = 1
    WIN = 2

    @property
    def words(self) -> str:
        """The result in words, for the window and the command line."""
        return self.name.lower().replace("_", " ")


def zeroing_distance(wdl: int) -> int:
    """Returns the DTZ of a position whose best move is a capture or pawn move with result `wdl`: 1, 101, 0, -101 or -1."""
    return (0, 101, 1)[wdl] if wdl >= 0 else (-1, -101)[wdl + 2]
