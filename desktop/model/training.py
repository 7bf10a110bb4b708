"""What the trainer of openings shows: the repertoires with what is due, the move that is shown or asked, the summary, a gap."""

from __future__ import annotations

from typing import TYPE_CHECKING

from books.repertoire.shown import NO_TOTALS, Asked, Candidate, Judged, Repertoire, Repertoires, Totals
from desktop.model.book.panel import BookAddition
from desktop.model.drill import DrillPhase, DrillState, Mark
from engine.ground.text import NOTHING, Text
from engine.ground.values import dataclass

if TYPE_CHECKING:
    from engine.play.review.contrast import Contrast


@dataclass(frozen=True)
class GapState:
    """A gap that is to be closed, of a repertoire; `busy`: people and the engine have not answered yet. `question`: what an
    answer would change, where another move would be played less often; it is added when it is asked for again."""

    row: Repertoire
    candidates: tuple[Candidate, ...] = ()
    busy: bool = False
    problem: Text = NOTHING
    question: BookAddition | None = None


@dataclass(frozen=True)
class Answered:
    """A question, the move that was played (SAN), and what came of it."""

    question: Asked
    played: str
    judged: Judged


@dataclass(frozen=True)
class TrainingState(DrillState[Asked]):
    """The trainer of openings. `before`: the right answer before the question, still to be read; `why`: what can be proved of the
    move that is shown or was missed. `totals` counts the answers of the session; `counted`: the repertoires were counted
    after it; `adding`: a repertoire is being added, which takes a second where its lines are many."""

    listed: Repertoires | None = None  # None: not counted yet
    chosen: Repertoire | None = None
    judged: Judged | None = None
    before: Answered | None = None
    why: Contrast | None = None
    totals: Totals = NO_TOTALS
    counted: bool = False
    adding: bool = False
    gap: GapState | None = None

    @property
    def solution(self) -> tuple[str, ...]:
        """The moves that are asked for."""
        return tuple(uci for uci, _ in self.question.answers) if self.question is not None else ()

    @property
    def marks(self) -> tuple[Mark, ...]:
        """A wrong answer shows the right moves."""
        return tuple(map(Mark, self.solution)) if self.phase is DrillPhase.WRONG else super().marks

    @property
    def repertoires(self) -> tuple[Repertoire, ...] | None:
        """The repertoires; None: not counted yet."""
        return self.listed.rows if self.listed is not None else None

    @property
    def answered(self) -> Answered | None:
        """The answer to the question, once it was judged."""
        if self.question is None or self.judged is None:
            return None
        return Answered(self.question, self.tried, self.judged)

    def row(self, number: int) -> Repertoire | None:
        """The repertoire of that number, as it was counted last."""
        return next((row for row in self.repertoires or () if row.id == number), None)
