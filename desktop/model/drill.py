"""What the trainers show: the question, what came of the answers, and what each trainer has besides."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from engine.drill.sources.mistakes import Loss
from engine.drill.sources.puzzles import progress_of
from engine.drill.verdict import Graded
from engine.ground.text import NOTHING, Text
from engine.ground.values import dataclass
from engine.play.review.exercises import Exercise

if TYPE_CHECKING:
    from engine.coach.claims import Claim
    from engine.drill.deck import Deck
    from engine.drill.sources.puzzles import Wish
    from engine.play.tactics.attempt import Attempt  # noqa: F401 - in quotes below
    from engine.play.tactics.progress import Progress

HINTS = 2  # what to look for, which piece moves
Q = TypeVar("Q")


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


class Mark(NamedTuple):
    """What the board shows of a move in coordinates: the move, its square of departure, or the move as a mistake."""

    uci: str
    departure: bool = False
    mistake: bool = False


@dataclass(frozen=True)
class DrillState(Generic[Q]):
    """A session of any trainer. `node`: the position in which a move is awaited, in the game of `tab`; `white`: White is to move
    there. `tried`: the move that was tried last, as SAN. `graded`: None before the first try is over. `due`: questions to be
    asked now (None: not counted yet)."""

    phase: DrillPhase = DrillPhase.OFF
    tab: int = -1
    node: int = 0
    question: Q | None = None
    white: bool = True
    hint: int = 0  # steps
    tried: str = ""
    graded: Graded | None = None
    due: int | None = None
    problem: Text = NOTHING

    @property
    def running(self) -> bool:
        """Whether a session is on, to which one comes back."""
        return self.phase not in (DrillPhase.OFF, DrillPhase.EMPTY, DrillPhase.DONE)

    @property
    def solution(self) -> tuple[str, ...]:
        """The right moves of the position, in coordinates."""
        return ()

    @property
    def marks(self) -> tuple[Mark, ...]:
        """What the board shows at `node`."""
        if self.phase in (DrillPhase.SHOWING, DrillPhase.SOLVED):
            return tuple(map(Mark, self.solution))
        shown = self.hint == HINTS and self.phase.open
        return tuple(Mark(uci, departure=True) for uci in self.solution) if shown else ()


@dataclass(frozen=True)
class MistakeState(DrillState[Exercise]):
    """The trainer of mistakes. `from_deck`: the answers are graded and come again; `saved` counts the deck (None: not counted
    yet). `loss`: of the last move."""

    index: int = 0
    total: int = 0
    right: int = 0  # at the first try and without a hint
    answered: int = 0
    loss: Loss = Loss()
    from_deck: bool = False
    saved: int | None = None

    @property
    def solution(self) -> tuple[str, ...]:
        """The better move."""
        return self.question.better[:1] if self.question is not None else ()

    @property
    def claims(self) -> tuple[Claim, ...]:
        """What the last move allows."""
        return self.loss.claims

    @property
    def marks(self) -> tuple[Mark, ...]:
        """After a wrong answer the mistake of the game."""
        shown = super().marks
        if shown or self.phase is not DrillPhase.WRONG or self.question is None:
            return shown
        return (Mark(self.question.played, mistake=True),)


@dataclass(frozen=True)
class TacticsState(DrillState["Attempt"]):
    """The trainer of tactics. `change`: what the puzzle did to the rating."""

    wish: Wish | None = None
    deck: Deck | None = None  # None: not read yet
    change: int = 0

    @property
    def progress(self) -> Progress | None:
        """Where the user is."""
        return progress_of(self.deck) if self.deck is not None else None

    @property
    def solution(self) -> tuple[str, ...]:
        """The next move; the others are in the sheet once they are shown."""
        return self.question.rest[:1] if self.question is not None else ()
