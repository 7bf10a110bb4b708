"""The referee's interface to an engine of any protocol."""

from typing import Protocol

import chess

from engine.game.info import Bound, Info, Score
from engine.game.limits import Limits
from engine.game.outcome import Outcome
from engine.game.stopper import Stopper
from engine.ground.values import dataclass
from engine.play.external.launch import Deadlines

# A match waits longer for readiness than the window does: a table of many gigabytes is cleared before every game.
DEADLINES = Deadlines(ready_s=10.0)


@dataclass(frozen=True)
class EngineMove:
    """A move and what is known of how it was found. `elapsed_s` is the referee's time; `score` is the mover's view.

    `claims_draw`: the engine declared the game drawn instead of moving, `move` is then None. `line`: the moves of an exact score;
    empty: the score is a bound, or unknown.
    """

    move: chess.Move | None
    elapsed_s: float
    score: Score | None = None
    depth: int | None = None
    nodes: int | None = None
    claims_draw: bool = False
    line: tuple[str, ...] = ()


def exact_line(best: Info) -> tuple[str, ...]:
    """The moves of a report whose score is exact; empty: it is a bound."""
    return best.pv if best.bound is Bound.EXACT else ()


class MatchEngine(Protocol):
    """One engine for many games. All methods raise EngineFault when it fails; it must then be closed."""

    def new_game(self, board: chess.Board) -> None:
        """Gets ready for a game; `board` is the position after the opening, with the opening's moves in its history."""

    def think(self, board: chess.Board, limits: Limits, stopper: Stopper) -> EngineMove:
        """The move for the side on move. Waits no longer than the limits and a grace; `stopper` ends it sooner."""

    def game_over(self, board: chess.Board, white: chess.Color, outcome: Outcome) -> None:
        """The game ended at `board`; `white`: the side that was played."""

    def close(self) -> None:
        """Ends the engine and everything it started. Never raises, may be called twice."""
