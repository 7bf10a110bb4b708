"""The five results a table knows, seen from the side to move."""

from enum import IntEnum


class Wdl(IntEnum):
    """A result with best play. Cursed and blessed ones would be decided, but the fifty-move rule draws them."""

    LOSS = -2
    BLESSED_LOSS = -1
    DRAW = 0
    CURSED_WIN = 1
    WIN = 2

    @property
    def words(self) -> str:
        """The result as the window and the command line name it."""
        return self.name.lower().replace("_", " ")


def zeroing_distance(wdl: int) -> int:
    """DTZ of a position whose best move is a capture or pawn move that keeps `wdl`: 1, 101, 0, -101 or -1."""
    return (0, 101, 1)[wdl] if wdl >= 0 else (-1, -101)[wdl + 2]
