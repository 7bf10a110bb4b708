from __future__ import annotations

from typing_extensions import disjoint_base

from engine.pgn.blocks import BlockReader
from engine.pgn.values import PgnGame

@disjoint_base
class TreeReader(BlockReader):
    """Reads whole games from blocks of bytes. `name` is used in the problems; `fallback` decodes what is not UTF-8."""

    def __init__(self, name: str = "", language: str = "en", fallback: str = "cp1252") -> None: ...
    def feed(self, block: bytes, last: bool = False) -> list[PgnGame]:
        """The games that are complete with this block; with `last`, all that are left."""
