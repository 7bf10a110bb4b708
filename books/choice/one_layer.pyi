from collections.abc import Callable, Sequence
from typing import Self, final

from books.entry import Flag, MoveRow
from engine.game.reason import ReasonKind

@final
class OneLayer:
    """Joins the moves of a position that one layer alone has.

    `decided` returns the flag of a move, 0 if the user chose it (otherwise 1), and an unusual rule. It is asked once for all
    rows with the same flag, presence, lock and `inherits`. `own_word`: whether only the user's flag makes a move without a
    weight playable; `experience`: a factor of the weight. None: not in this layer."""

    def __new__(
        cls,
        full_weight: float,
        decided: Callable[[MoveRow], tuple[Flag, int, ReasonKind | None]],
        own_word: Callable[[MoveRow], bool] | None = None,
        experience: Callable[[MoveRow], float] | None = None,
    ) -> Self: ...
    def ordered(
        self, rows: Sequence[MoveRow]
    ) -> list[tuple[int, float, int, MoveRow, tuple[Flag, int, ReasonKind | None]]]:
        """Returns (-flag, -weight in the library, move, row, decision) of each row, best flag and heaviest first."""
    def joined(self, rows: Sequence[MoveRow]) -> list[MoveRow]:
        """Returns the rows with the decided flags and the weights of the library, best flag and heaviest first."""
