"""What the trainer of openings shows: the repertoires with what is due, the move that is shown or asked, the summary, a gap."""

from enum import Enum

from books.repertoire.shown import NO_TOTALS, Asked, Candidate, Judged, RepertoireRow, Repertoires, Totals
from desktop.model.book.panel import BookAddition
from engine.text import NOTHING, Text
from engine.values import dataclass


class TrainingPhase(Enum):
    """The state of a session."""

    CHOOSING = "choosing"
    SHOWING = "showing"  # a new move is explained
    ASKING = "asking"
    JUDGING = "judging"
    RIGHT = "right"
    WRONG = "wrong"
    DONE = "done"


@dataclass(frozen=True)
class GapState:
    """A gap that is to be closed, of a repertoire; `busy`: people and the engine have not answered yet. `question`: what an
    answer would change, where another move would be played less often; it is added when it is asked for again."""

    row: RepertoireRow
    candidates: tuple[Candidate, ...] = ()
    busy: bool = False
    problem: Text = NOTHING
    question: BookAddition | None = None


@dataclass(frozen=True)
class TrainingState:
    """The whole trainer. `totals` counts the answers of the session; `counted`: the repertoires were counted after it; `adding`:
    a repertoire is being added, which takes a second where its lines are many."""

    phase: TrainingPhase = TrainingPhase.CHOOSING
    listed: Repertoires | None = None  # None: not counted yet
    chosen: RepertoireRow | None = None
    tab: int = -1
    question: Asked | None = None
    judged: Judged | None = None
    played: str = ""
    hint: bool = False
    totals: Totals = NO_TOTALS
    counted: bool = False
    adding: bool = False
    gap: GapState | None = None
    problem: Text = NOTHING

    @property
    def repertoires(self) -> tuple[RepertoireRow, ...] | None:
        """The repertoires; None: not counted yet."""
        return self.listed.rows if self.listed is not None else None

    @property
    def due(self) -> int:
        """Positions due in all repertoires."""
        return sum(row.waiting.due for row in self.repertoires or ())

    def row(self, number: int) -> RepertoireRow | None:
        """The repertoire of that number, as it was counted last."""
        return next((row for row in self.repertoires or () if row.id == number), None)
