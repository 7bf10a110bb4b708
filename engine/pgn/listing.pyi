from __future__ import annotations

from array import array
from collections.abc import Sequence

from typing_extensions import disjoint_base

from engine.pgn.blocks import BlockReader

@disjoint_base
class ListReader(BlockReader):
    """Lists games from blocks of bytes: `starts` and `ends` are offsets in the unpacked file, `columns` hold, for each
    of the names, a place in `texts` per game. A tag that is missing has place 0, the empty text. Another thread may
    read them while a block is fed: texts grow first, the last column last.
    """

    starts: array[int]
    ends: array[int]
    columns: tuple[array[int], ...]
    texts: list[str]

    def __init__(self, names: Sequence[str], fallback: str = "cp1252") -> None: ...
    def feed(self, block: bytes, last: bool = False) -> list[None]:
        """Lists the games that are complete with this block; with `last`, all that are left. Gives an empty list."""
    def headers(self, content: bytes) -> tuple[str, ...] | None:
        """Returns the headers of these bytes as `columns` would have them; None unless they are one game from the first byte to
        the last. It lists nothing, and may be called while another thread feeds a block.
        """

def rows_where(columns: Sequence[array[int]], wanted: Sequence[bytearray], rows: int) -> array[int]:
    """The rows in which every one of `wanted` (one byte a text) is met by the text of some column; ascending."""

def rows_sorted(values: array[int], ranks: array[int], rows: array[int] | None) -> array[int]:
    """The rows (None: all) by the rank of their value; equal ones keep their order."""
