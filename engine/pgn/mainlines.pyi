from __future__ import annotations

from array import array
from collections.abc import Sequence

from typing_extensions import disjoint_base

from engine.pgn.blocks import BlockReader
from engine.pgn.values import Problem

@disjoint_base
class MainLine:
    """A game as its main line.

    `moves` are core moves (16 bits, see engine.rules.types; castling is king takes rook, 0 is a null move); `keys` are
    Polyglot-equal position keys, one more than moves: keys[i] is the position before moves[i], keys[-1] the final one
    (None if not asked for, empty if the start position cannot be used). `result` is `1-0`, `0-1`, `1/2-1/2`,
    `0-0` (both lose) or `*`. `material` is the material at the end, 4 bits for each of white P N B R Q,
    black p n b r q from the lowest, bit 63 if a pawn promoted. `number` counts from 1; `offset` and `length` say where
    the game's bytes lie in the unpacked file. An unreadable move ends `moves`; `problems` says where. `content` is these
    bytes with the text before them, if asked for and they hold more than tags, moves and a result; otherwise None.
    """

    headers: dict[str, str]
    moves: array[int]
    keys: array[int] | None
    result: str
    start_fen: str | None
    chess960: bool
    material: int
    problems: tuple[Problem, ...]
    number: int
    offset: int
    length: int
    content: bytes | None

@disjoint_base
class MainLineReader(BlockReader):
    """Reads main lines from blocks of bytes. `name` is used in the problems; `fallback` is the encoding of text that is
    not UTF-8; with `contents`, annotated games keep their bytes. Of each game at most `plies`
    are played: what follows is neither read nor checked, except for the result.
    """

    def __init__(
        self,
        name: str = "",
        headers: Sequence[str] | None = None,
        keys: bool = True,
        language: str = "en",
        fallback: str = "cp1252",
        contents: bool = False,
        plies: int | None = None,
    ) -> None: ...
    def feed(self, block: bytes, last: bool = False) -> list[MainLine]:
        """The games that are complete with this block; with `last`, all that are left."""
