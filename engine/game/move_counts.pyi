from collections.abc import Sequence

from typing_extensions import disjoint_base

@disjoint_base
class MoveCounts:
    """Counts of each move in each position. `len` is the number of different ones; 36 to 72 bytes each."""

    def __init__(self) -> None: ...
    def __len__(self) -> int: ...
    def add(self, keys: Sequence[int], moves: Sequence[int], plies: int, first: int, second: int) -> None:
        """Counts the first `plies` moves of a game, as far as there are keys and moves: `moves[i]` was played in the position
        of the signed key `keys[i]`. `first` is added for the moves of the side that begins, `second` for the other's: a one in
        one of three fields of 21 bits. With 0 a side is not counted.

        :raises OverflowError: for a key of more than 64 or a move of more than 16 bits.
        """
    def records(self, least: int) -> bytes:
        """Returns the moves counted `least` times or more, ordered by key, then move: for each its key (8 bytes, signed), its
        sums (8) and its move (2), in the byte order of the machine.
        """
    def clear(self) -> None:
        """Forgets everything."""
