from engine.core.pgn.blocks import BlockReader
from engine.core.pgn.values import PgnGame

class Node:
    """A move of a game with what is said about it; the root has no move.

    `uci` is in coordinates (castling e1g1, in Chess960 king takes rook; a null move is `0000`), `san` in English
    standard notation (`--`). `comments` follow the move, `before` precede it (at a variation's start, or behind a
    variation); both are verbatim but for the breaks that wrap them, [%clk]-like commands included. `children[0]`
    continues the line, the others are variations. `unread` is text that follows and could not be read, verbatim.
    """

    uci: str
    san: str
    comments: list[str]
    before: list[str]
    nags: list[int]
    children: list[Node]
    unread: str

    def __init__(self, uci: str = "", san: str = "") -> None: ...

class TreeReader(BlockReader):
    """Reads whole games from blocks of bytes. `name` stands in the problems; `fallback` decodes what is not UTF-8."""

    def __init__(self, name: str = "", language: str = "en", fallback: str = "cp1252") -> None: ...
    def feed(self, block: bytes, last: bool = False) -> list[PgnGame]:
        """The games that are complete with this block; with `last`, all that are left."""
