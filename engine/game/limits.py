"""The limits of a search: frozen values that travel between threads."""

from dataclasses import field
from typing import TYPE_CHECKING

from engine.game.position import Position
from engine.ground.values import dataclass

if TYPE_CHECKING:
    from engine.rules.board import CoreBoard


@dataclass(frozen=True)
class GamePosition:
    """A position with its history: the start of the game and the moves since.

    `fen` is the start position (X-FEN or Shredder-FEN if `chess960`), `moves` are in coordinate (UCI) notation;
    castling is king-takes-rook if `chess960`, otherwise e1g1. History counts for repetition.
    """

    fen: str
    moves: tuple[str, ...] = ()
    chess960: bool = field(kw_only=True)  # required: forgetting it would break a game at its first castling

    @property
    def white_to_move(self) -> bool:
        """Whether White is to move after the moves."""
        return Position.of(self.fen, self.chess960).white_to_move == (len(self.moves) % 2 == 0)

    def board(self) -> "CoreBoard":
        """Returns the position after the moves, with its history.

        :raises PositionError: the FEN is refused.
        :raises MoveError: a move is illegal.
        """
        from engine.rules.board import CoreBoard  # imported here: the window starts without the core

        board = CoreBoard.from_fen(self.fen, self.chess960)
        board.push_all_uci(self.moves)
        return board


@dataclass(frozen=True)
class Limits:
    """The limits of one search, as in UCI's `go`; None: no such limit. Times in milliseconds.

    `white_time_ms`, `black_time_ms`: remaining clock times; increments are per move; `moves_to_go`: moves to the next
    time control. `mate`: stop at a mate in this number of moves. `search_moves`: root moves to choose from, in
    coordinate notation; `exclude_moves`: root moves to avoid (unless no other is legal). `asked_at_us`: arrival of the
    command, on the clock of `engine.search.ticks`, so that delays count; None: the start of the search.
    """

    depth: int | None = None
    nodes: int | None = None
    move_time_ms: int | None = None
    white_time_ms: int | None = None
    black_time_ms: int | None = None
    white_increment_ms: int = 0
    black_increment_ms: int = 0
    moves_to_go: int | None = None
    mate: int | None = None
    infinite: bool = False
    ponder: bool = False
    search_moves: tuple[str, ...] = ()
    exclude_moves: tuple[str, ...] = ()
    asked_at_us: int | None = None
