"""What the trainers of mistakes and tactics show, and where a session of any trainer is."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from engine.drill.sources.puzzles import progress_of
from engine.ground.text import NOTHING, Text
from engine.ground.values import dataclass

if TYPE_CHECKING:
    from engine.coach.claims import Claim, Look
    from engine.drill.deck import Deck
    from engine.drill.sources.puzzles import Wish
    from engine.play.review.exercises import Exercise
    from engine.play.tactics.attempt import Attempt
    from engine.play.tactics.progress import Progress

HINTS = 2  # what to look for, which piece moves


class DrillPhase(Enum):
    """The state of a session."""

    OFF = "off"  # the user chooses what to train
    SHOWING = "showing"  # a new move is explained
    ASKING = "asking"
    JUDGING = "judging"
    RIGHT = "right"
    WRONG = "wrong"  # it may be tried again
    SOLVED = "solved"  # the solution is shown
    EMPTY = "empty"  # there is nothing to ask
    DONE = "done"

    @property
    def open(self) -> bool:
        """Whether a move is awaited."""
        return self in (DrillPhase.ASKING, DrillPhase.WRONG)


@dataclass(frozen=True)
class RetryState:
    """The whole session. `from_deck`: the answers are graded and come again; `due` and `saved` count the deck (None: not
    counted yet)."""

    phase: DrillPhase = DrillPhase.OFF
    tab: int = -1
    node: int = 0
    exercise: Exercise | None = None
    index: int = 0
    total: int = 0
    hint: int = 0  # steps: what to look for, which piece
    tries: int = 0
    right: int = 0  # at the first try and without a hint
    answered: int = 0
    tried: str = ""  # the move last tried, as SAN
    loss: float = 0.0  # what it gives away, in points
    best: bool = False  # it is the engine's own
    claims: tuple[Claim, ...] = ()  # what it allows
    days: float | None = None  # until it comes again
    from_deck: bool = False
    due: int = 0
    saved: int | None = None
    problem: Text = NOTHING

    @property
    def running(self) -> bool:
        """Whether a session is on, to which one comes back."""
        return self.phase not in (DrillPhase.OFF, DrillPhase.DONE)


@dataclass(frozen=True)
class TacticsState:
    """The whole session. `node` is the position in which a move is awaited; `change` what the puzzle did to the rating;
    `due`: failed puzzles to be asked again."""

    phase: DrillPhase = DrillPhase.OFF
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
    def look(self) -> Look:
        """What to look for now: the first step of a hint."""
        from engine.coach.look import look_for

        if self.attempt is None:
            raise ValueError("nothing is asked")
        return look_for(self.attempt.board.fen(), self.attempt.rest, chess960=False)
