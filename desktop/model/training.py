"""The opening trainer's state: the repertoires with their due positions, the shown or asked move, the summary, a gap."""

from __future__ import annotations

from typing import TYPE_CHECKING

from books.repertoire.trainer_values import (
    NO_TOTALS,
    AnswerResult,
    AskedPosition,
    GameDeparture,
    GapMove,
    LineProgress,
    Repertoire,
    Repertoires,
    SessionTotals,
)
from desktop.model.book.panel import BookAddition
from desktop.model.drill import BoardMark, DrillPhase, DrillState
from engine.ground.text import NOTHING, Text
from engine.ground.values import dataclass

if TYPE_CHECKING:
    from engine.drill.reasons import AnswerReason


@dataclass(frozen=True)
class GapState:
    """A gap of a repertoire; `busy`: suggestions of players and the engine are still to come. `question`: the effect of
    an answer that makes another move less frequent; a second request adds it.
    """

    row: Repertoire
    candidates: tuple[GapMove, ...] = ()
    busy: bool = False
    problem: Text = NOTHING
    question: BookAddition | None = None


@dataclass(frozen=True)
class AnsweredQuestion:
    """A question, the move played (SAN), and the verdict."""

    question: AskedPosition
    played: str
    judged: AnswerResult


@dataclass(frozen=True)
class TrainingState(DrillState[AskedPosition]):
    """The state of the opening trainer. `before`: the right answer to the last question, still displayed; `effect`: why
    the missed move is right, after the reason why the answer fails. `totals` counts the answers of the session;
    `counted`: the repertoires were counted after it; `adding`: a repertoire is being added, which takes a second if it
    is large. `playing`: the session is a game; `departure`: how it left the repertoire. `lines`: of the repertoire asked
    for (None: not counted yet). `refused`: a move (SAN) that was taken back without a verdict, as another one is shown.
    """

    listed: Repertoires | None = None  # None: not counted yet
    chosen: Repertoire | None = None
    judged: AnswerResult | None = None
    before: AnsweredQuestion | None = None
    effect: AnswerReason | None = None
    totals: SessionTotals = NO_TOTALS
    counted: bool = False
    refused: str = ""
    adding: bool = False
    gap: GapState | None = None
    playing: bool = False
    departure: GameDeparture | None = None
    lines: tuple[LineProgress, ...] | None = None

    @property
    def solution(self) -> tuple[str, ...]:
        return tuple(uci for uci, _ in self.question.answers) if self.question is not None else ()

    @property
    def marks(self) -> tuple[BoardMark, ...]:
        """The marks: after a wrong answer the right moves."""
        return tuple(map(BoardMark, self.solution)) if self.phase is DrillPhase.WRONG else super().marks

    @property
    def drawings(self) -> tuple[str, ...]:
        """The student's arrows and squares (`Re2e4`, `Gd4`) at the shown or answered move."""
        told = self.phase in (DrillPhase.SHOWING, DrillPhase.RIGHT, DrillPhase.WRONG) and self.question is not None
        return self.question.lesson.drawings if told and self.question is not None else ()

    @property
    def repertoires(self) -> tuple[Repertoire, ...] | None:
        """The repertoires; None: not counted yet."""
        return self.listed.rows if self.listed is not None else None

    @property
    def answered(self) -> AnsweredQuestion | None:
        """The answer to the question, once it was judged."""
        if self.question is None or self.judged is None:
            return None
        return AnsweredQuestion(self.question, self.tried, self.judged)

    def row(self, number: int) -> Repertoire | None:
        return next((row for row in self.repertoires or () if row.id == number), None)
