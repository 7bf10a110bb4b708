from __future__ import annotations

from typing import Any, Final

from typing_extensions import disjoint_base

from engine.game.evaluation import Evaluation
from engine.game.move_notes import MoveNotes, MoveSource
from engine.game.side import Side

NULL_SAN: Final = "--"
NULL_UCI: Final = "0000"

@disjoint_base
class Node:
    """A move of a game with what is said about it, frozen. The root has no move, and itself as parent.

    `id`, `parent` and `children` are places in the game's table; `children[0]` continues the line, the others are
    variations. `ply` counts half moves from the root, `half_moves` from White's first move of move 1.
    `key` is the same for a move and what `changed` makes of it, and no other move of any game has it:
    positions are stored under it.

    `move` is the core's (0: null move), `uci` in coordinates (castling e1g1, in Chess960 king takes rook; a null move is
    `0000`), `san` in English standard notation (`--`).

    `comments` follow the move, `before` precede it (at a variation's start, or after a variation); both are verbatim except for
    the breaks that wrap them, [%clk]-like commands included. `unread` is text that follows and could not be read, verbatim.
    """

    @property
    def id(self) -> int: ...
    @property
    def parent(self) -> int: ...
    @property
    def ply(self) -> int: ...
    @property
    def half_moves(self) -> int: ...
    @property
    def key(self) -> int: ...
    @property
    def move(self) -> int: ...
    @property
    def uci(self) -> str: ...
    @property
    def san(self) -> str: ...
    @property
    def children(self) -> tuple[int, ...]: ...
    @property
    def comments(self) -> tuple[str, ...]: ...
    @property
    def before(self) -> tuple[str, ...]: ...
    @property
    def nags(self) -> tuple[int, ...]: ...
    @property
    def unread(self) -> str: ...
    @property
    def notes(self) -> MoveNotes:
        """The values in the comments, read when they are first asked for."""
    @property
    def has_commands(self) -> bool:
        """Whether the comments have anything like [%clk]: quicker than `notes`, which are read with patterns."""
    @property
    def comment(self) -> str:
        """The comments as one, without the source of an engine's move."""
    @property
    def comment_before(self) -> str:
        """The comments before the move as one."""
    @property
    def clock_ms(self) -> int | None:
        """The mover's clock after the move."""
    @property
    def spent_ms(self) -> int | None:
        """The time spent on the move."""
    @property
    def evaluation(self) -> Evaluation | None:
        """The evaluation of the position after the move."""
    @property
    def origin(self) -> MoveSource | None:
        """The source of an engine's move: book, tables or search."""
    @property
    def side_to_move(self) -> Side:
        """The side to move in this position."""
    @property
    def move_number(self) -> int:
        """The number written before this node's move."""
    @property
    def number_text(self) -> str:
        """`3.` before a move of White's, `3...` before one of Black's."""
    def __init__(
        self,
        id: int = 0,
        parent: int = 0,
        ply: int = 0,
        half_moves: int = 0,
        move: int = 0,
        uci: str = "",
        san: str = "",
        children: tuple[int, ...] = (),
    ) -> None: ...
    def changed(self, **fields: Any) -> Node:
        """The node with other `children`, `comments`, `before`, `nags`, `comment_before`, or other fields of its `MoveNotes`."""
