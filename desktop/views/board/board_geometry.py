"""The layout of the board in its widget: plain arithmetic, no painting.

Squares are numbered as in the whole program: 0 = a1, 7 = h1, 63 = h8. Lengths are device-independent pixels; the side
of a square is a whole number of device pixels, so that squares and pieces have sharp edges.
"""

from enum import Enum

from PySide6.QtCore import QPointF, QRectF

from engine.ground.values import dataclass

MARGIN = 16.0  # pixels at the left and below, for coordinates outside the squares


class Coordinates(Enum):
    """The position of the file letters and rank numbers."""

    INSIDE = "inside"
    OUTSIDE = "outside"
    OFF = "off"


@dataclass(frozen=True)
class BoardGeometry:
    """The board's place in its widget: `left` and `top` of the squares, and the `side` of one square."""

    left: float
    top: float
    side: float
    flipped: bool = False

    @classmethod
    def fit(
        cls,
        width: float,
        height: float,
        pixel_ratio: float,
        flipped: bool,
        coordinates: Coordinates,
        scale: float = 1.0,
    ) -> "BoardGeometry":
        """Returns the largest board that fits, centred in the room left by the coordinates (`scale` times the usual
        size); at least one device pixel a square."""
        margin = MARGIN * scale if coordinates is Coordinates.OUTSIDE else 0.0
        width, height = width - margin, height - margin
        room = min(width, height)
        pixels = max(1, int(room * pixel_ratio / 8))
        side = pixels / pixel_ratio
        left = int((margin + (width - 8 * side) / 2) * pixel_ratio) / pixel_ratio
        top = int((height - 8 * side) / 2 * pixel_ratio) / pixel_ratio
        return cls(left, top, side, flipped)

    @property
    def board(self) -> QRectF:
        """The rectangle of the 64 squares."""
        return QRectF(self.left, self.top, 8 * self.side, 8 * self.side)

    def rect(self, square: int) -> QRectF:
        """Returns the rectangle of a square."""
        file, rank = square & 7, square >> 3
        column = 7 - file if self.flipped else file
        row = rank if self.flipped else 7 - rank
        return QRectF(self.left + column * self.side, self.top + row * self.side, self.side, self.side)

    def centre(self, square: int) -> QPointF:
        """Returns the centre of a square."""
        return self.rect(square).center()

    def square_at(self, point: QPointF) -> int | None:
        """Returns the square under a point; None outside the board."""
        column = int((point.x() - self.left) // self.side)
        row = int((point.y() - self.top) // self.side)
        if not (0 <= column < 8 and 0 <= row < 8):
            return None
        file = 7 - column if self.flipped else column
        rank = row if self.flipped else 7 - row
        return rank * 8 + file


def square_name(square: int) -> str:
    """Returns the name of a square: `e4` for 28."""
    return "abcdefgh"[square & 7] + str((square >> 3) + 1)
