from __future__ import annotations

from collections.abc import Iterable, Sequence

from typing_extensions import disjoint_base

from engine.rules.board import CoreBoard

@disjoint_base
class Seeker:
    """A pattern that is compared with one game after the other.

    Conditions of one position: `pieces` are twelve bitboards by colour * 6 + type, the squares that must have such a
    piece; `empty` are squares that must be empty; `pawns` are all pawns of White and of Black, of which `differ` on each
    side may be elsewhere, missing or too many. `stages` are pairs of a material code (as MainLine.material) and
    the bits of it that count; they must come one after the other, the last one in the position that is found.
    `difference` is White's less Black's number of P N B R Q, which must last for `lasting` plies. `bishops`: 1 for one
    bishop each on different colours, 2 on the same colour. `side`: 0 if White is to move, 1 if Black is.

    Events anywhere in the game: a piece (`walker`, colour * 6 + type) goes over the squares `steps`, with other moves
    between them; `castled` are the castlings that must all be played, as bits of castling rights; `promoted` are the
    promotions of which one must be played, bits 4 * colour + type - 1; a position with one of the `keys` is reached.

    Positions and events count from ply `first` to ply `last`. `ending` is how the game must end: 1 mate, 2 stalemate, 3
    third repetition, 4 fifty moves, 5 too little material. With `mirrored`, the same with swapped colours is found too;
    with `wings`, the same with files a and h swapped.
    """

    def __init__(
        self,
        pieces: Sequence[int] = (),
        empty: int = 0,
        pawns: tuple[int, int] | None = None,
        differ: int = 0,
        stages: Sequence[tuple[int, int]] = (),
        difference: Sequence[int] | None = None,
        lasting: int = 1,
        bishops: int = 0,
        side: int = -1,
        walker: int = 0,
        steps: Sequence[int] = (),
        castled: int = 0,
        promoted: int = 0,
        keys: Iterable[int] = (),
        first: int = 0,
        last: int = -1,
        ending: int = 0,
        mirrored: bool = False,
        wings: bool = False,
    ) -> None:
        """:raises ValueError: more than 8 materials or 16 squares."""
    def ply(self, board: CoreBoard, moves: bytes) -> int:
        """Returns the first ply by which a game from this board has matched everything, -1 if it never does. `moves` are
        core moves, 2 bytes each, little-endian. Releases the GIL.

        :raises MoveError: a move before that ply is illegal.
        """
