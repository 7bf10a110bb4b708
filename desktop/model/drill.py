"""The trainers' state: the question, the verdicts, and the values of each trainer."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from engine.drill.sources.mistakes import Loss
from engine.drill.sources.puzzles import progress_of
from engine.drill.verdict import Graded
from engine.ground.text import NOTHING, Text
from engine.ground.values import dataclass
from engine.play.review.exercises import MistakeExercise

if TYPE_CHECKING:
    from engine.drill.deck import Deck
    from engine.drill.reasons import AnswerReason
    from engine.drill.sources.guess import GuessGame
    from engine.drill.sources.puzzles import PuzzleSelection
    from engine.play.tactics.attempt import Attempt  # noqa: F401 - in quotes below
    from engine.play.tactics.progress import TacticsProgress

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
    LEFT = "left"  # a game left the repertoire: take back or continue
    FREE = "free"  # it continues without questions
    EMPTY = "empty"  # there is nothing to ask
    DONE = "done"

    @property
    def open(self) -> bool:
        return self in (DrillPhase.ASKING, DrillPhase.WRONG)


class BoardMark(NamedTuple):
    """A mark on the board for a move in coordinates: the move, only its starting square, or the move as a mistake."""

    uci: str
    departure: bool = False
    mistake: bool = False


@dataclass(frozen=True)
class DrillState(Generic[Q]):
    """A session of any trainer. `node`: the position in which a move is expected, in the game of `tab`; `white`: White
    is to move there. `tried`: the last attempt, as SAN. `graded`: None before the first attempt. `due`: the number of
    questions due now (None: not counted yet). `children`: for children, without numbers and with arrows.
    """

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
    reason: AnswerReason | None = None
    children: bool = False

    @property
    def running(self) -> bool:
        return self.phase not in (DrillPhase.OFF, DrillPhase.EMPTY, DrillPhase.DONE)

    @property
    def covered(self) -> bool:
        """Whether the board is hidden, because the question is to be answered without it."""
        return False

    @property
    def most_hints(self) -> int:
        """The number of steps of a hint. After HINTS comes the move itself."""
        return HINTS

    @property
    def solution(self) -> tuple[str, ...]:
        """The right moves of the position, in coordinates."""
        return ()

    @property
    def drawings(self) -> tuple[str, ...]:
        """Arrows and squares of a PGN comment, at `node` and after the answer."""
        return ()

    @property
    def marks(self) -> tuple[BoardMark, ...]:
        """The marks on the board at `node`."""
        if self.phase in (DrillPhase.SHOWING, DrillPhase.SOLVED):
            return tuple(map(BoardMark, self.solution))
        shown = self.hint >= HINTS and self.phase.open
        return tuple(BoardMark(uci, departure=self.hint == HINTS) for uci in self.solution) if shown else ()


@dataclass(frozen=True)
class MistakeState(DrillState[MistakeExercise]):
    """The state of the mistake trainer. `from_deck`: answers are graded and repeated; `saved` counts the deck (None:
    not counted yet); `saving`: mistakes are being checked and added to it. `loss`: of the last move.
    """

    index: int = 0
    total: int = 0
    right: int = 0  # at the first try and without a hint
    answered: int = 0
    loss: Loss = Loss()
    from_deck: bool = False
    saved: int | None = None
    saving: bool = False

    @property
    def solution(self) -> tuple[str, ...]:
        return self.question.better[:1] if self.question is not None else ()

    @property
    def marks(self) -> tuple[BoardMark, ...]:
        """The marks, including the game's mistake after a wrong answer."""
        shown = super().marks
        if shown or self.phase is not DrillPhase.WRONG or self.question is None:
            return shown
        return (BoardMark(self.question.played, mistake=True),)


@dataclass(frozen=True)
class TacticsState(DrillState["Attempt"]):
    """The state of the tactics trainer. `change`: of the rating by this puzzle. `files`: the user's own ones, by name."""

    wish: PuzzleSelection | None = None
    deck: Deck | None = None  # None: not read yet
    change: int = 0
    files: tuple[str, ...] = ()

    @property
    def progress(self) -> TacticsProgress | None:
        return progress_of(self.deck) if self.deck is not None else None

    @property
    def solution(self) -> tuple[str, ...]:
        """The next move; the sheet shows the others once they are solved."""
        return self.question.rest[:1] if self.question is not None else ()


class PracticeKind(Enum):
    """The sources of the panel *Drills*."""

    GUESS = "guess"
    VISUALISE = "visualise"
    CLOCK = "clock"


@dataclass(frozen=True)
class PracticeState(DrillState[Any]):
    """The state of the panel *Drills*. `why`: the source's judgement of the last answer. `change`: of the rating by the last
    answer. `game`: the game whose moves are guessed. `asked` and `right` count this session.
    """

    kind: PracticeKind = PracticeKind.GUESS
    deck: Deck | None = None  # None: not read yet
    game: GuessGame | None = None
    why: object = None
    change: int = 0
    asked: int = 0
    right: int = 0

    @property
    def covered(self) -> bool:
        """True for questions about the empty board, until they are answered."""
        visual = self.kind is PracticeKind.VISUALISE and self.phase.open and self.question is not None
        return visual and not getattr(self.question, "fen", "")

    @property
    def solution(self) -> tuple[str, ...]:
        """The move of the game that is guessed."""
        return (self.question.played,) if self.kind is PracticeKind.GUESS and self.question is not None else ()
