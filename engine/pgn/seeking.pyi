from __future__ import annotations

from collections.abc import Sequence

from typing_extensions import disjoint_base

from engine.rules.board import CoreBoard

@disjoint_base
class Seeker:
    """A pattern, asked of one game after the other.

    `pieces` are twelve bitboards by colour * 6 + type: squares that must have such a piece; `empty` squares that must be
    empty; `pawns` all pawns of white and of black. `stages` are material codes (as MainLine.material) that must come one
    after the other, the last one in the position that is found. `difference` is white's less black's number of P N B R Q,
    which must last for `lasting` plies. `steps` are the squares over which a piece (`walker`, colour * 6 + type) goes; other
    moves may come between. With `mirrored`, the same with colours changed is found too.
    """

    def __init__(
        self,
        pieces: Sequence[int] = (),
        empty: int = 0,
        pawns: tuple[int, int] | None = None,
        stages: Sequence[int] = (),
        difference: Sequence[int] | None = None,
        lasting: int = 1,
        walker: int = 0,
        steps: Sequence[int] = (),
        mirrored: bool = False,
    ) -> None:
        """:raises ValueError: at more than 8 materials or 16 squares."""
    def ply(self, board: CoreBoard, moves: bytes) -> int:
        """The first ply by which a game from this board has shown all of it, -1 if it never does. `moves` are core moves, 2
        bytes each, little-endian.

        :raises MoveError: at a move before that ply that is not legal.
        """
