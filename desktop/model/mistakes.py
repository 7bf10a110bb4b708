"""Mistakes to be made good again: what the trainer shows that asks them."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from engine.ground.text import NOTHING, Text
from engine.ground.values import dataclass

if TYPE_CHECKING:
    from engine.coach.claims import Claim
    from engine.play.review.exercises import Exercise

RETRY_HINTS = 2  # what to look for, which piece moves


class RetryPhase(Enum):
    """The state of a session."""

    OFF = "off"
    ASKING = "asking"
    JUDGING = "judging"
    RIGHT = "right"
    WRONG = "wrong"  # the board is before the move again
    SOLVED = "solved"  # the solution is shown
    DONE = "done"


@dataclass(frozen=True)
class RetryState:
    """The whole session. `from_deck`: the answers are graded and come again; `due` and `saved` count the deck (None: not
    counted yet)."""

    phase: RetryPhase = RetryPhase.OFF
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
        return self.phase not in (RetryPhase.OFF, RetryPhase.DONE)
