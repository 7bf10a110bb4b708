"""What the page of tactics shows: the puzzle that is asked, how it went, and where the user is."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from engine.drill.sources.puzzles import progress_of
from engine.ground.text import NOTHING, Text
from engine.ground.values import dataclass

if TYPE_CHECKING:
    from engine.coach.claims import Look
    from engine.drill.deck import Deck
    from engine.drill.sources.puzzles import Wish
    from engine.play.tactics.attempt import Attempt
    from engine.play.tactics.progress import Progress


class TacticsPhase(Enum):
    """The state of a session."""

    OFF = "off"
    ASKING = "asking"
    RIGHT = "right"
    WRONG = "wrong"  # the first try failed; it may be tried again
    SOLVED = "solved"  # the solution is shown
    EMPTY = "empty"  # no puzzle of the wish is left


@dataclass(frozen=True)
class TacticsState:
    """The whole session. `node` is the position in which a move is awaited; `change` what the puzzle did to the rating;
    `due`: failed puzzles to be asked again."""

    phase: TacticsPhase = TacticsPhase.OFF
    tab: int = -1
    node: int = 0
    white: bool = True  # the user is White
    wish: Wish | None = None
    attempt: Attempt | None = None
    deck: Deck | None = None  # None: not read yet
    due: int = 0
    hint: int = 0  # steps: what to look for, which piece
    graded: bool = False  # the first try is over
    change: int = 0
    problem: Text = NOTHING

    @property
    def progress(self) -> Progress | None:
        """Where the user is."""
        return progress_of(self.deck) if self.deck is not None else None

    @property
    def running(self) -> bool:
        """Whether a session is on, to which one comes back."""
        return self.attempt is not None

    @property
    def open(self) -> bool:
        """Whether a move is awaited."""
        return self.phase in (TacticsPhase.ASKING, TacticsPhase.WRONG)

    @property
    def look(self) -> Look:
        """What to look for now: the first step of a hint."""
        from engine.coach.look import look_for

        if self.attempt is None:
            raise ValueError("nothing is asked")
        return look_for(self.attempt.board.fen(), self.attempt.rest, chess960=False)
