"""What the referee asks of an engine, whatever its protocol."""

from dataclasses import dataclass
from typing import Protocol

import chess

from engine.info import Score
from engine.play.match.time_control import Clocks

START_S = 10.0  # deadlines: start and handshake,
READY_S = 10.0  # getting ready for a game,
GRACE_S = 5.0  # a move beyond the time it may take,
MOVE_WITHOUT_CLOCK_S = 120.0  # a move of fixed nodes or depth,
QUIT_S = 2.0  # and leaving


@dataclass(frozen=True)
class Thought:
    """A move and what is known of how it was found. `elapsed_s` is the referee's time; `score` is the mover's view.

    `claims_draw`: the engine declared the game drawn instead of moving, `move` is then None.
    """

    move: chess.Move | None
    elapsed_s: float
    score: Score | None = None
    depth: int | None = None
    nodes: int | None = None
    claims_draw: bool = False


class Contestant(Protocol):
    """One engine for many games. All methods raise EngineFault when it fails; it must then be closed."""

    def new_game(self, board: chess.Board) -> None:
        """Gets ready for a game; `board` is the position after the opening, with the opening's moves in its history."""

    def think(self, board: chess.Board, clocks: Clocks) -> Thought:
        """The move for the side on move. Waits no longer than the clock and GRACE_S."""

    def close(self) -> None:
        """Ends the engine and everything it started. Never raises, may be called twice."""


def deadline_s(clocks: Clocks, side: chess.Color) -> float:
    """How long to wait for a move before the engine counts as stalled."""
    longest = clocks.longest_wait_s(side)
    return MOVE_WITHOUT_CLOCK_S if longest is None else max(longest, 0.0) + GRACE_S
