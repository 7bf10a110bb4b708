"""What the trainer of openings shows: the repertoires with what is due, the question, the answer, the summary."""

from dataclasses import dataclass
from enum import Enum

from engine.text import NOTHING, Text


class TrainingPhase(Enum):
    """The state of a session."""

    CHOOSING = "choosing"
    ASKING = "asking"
    JUDGING = "judging"
    RIGHT = "right"
    WRONG = "wrong"
    DONE = "done"


@dataclass(frozen=True)
class RepertoireRow:
    """A side of the book that the user trains, with the positions due now and those never asked.

    `answered` (0-1): the share of the games, as the book knows them, in which our fifth move still has an answer.
    `gap_move` is the reply without an answer that comes up most (`5...Nc6`; empty: none), `gap_share` how often, and
    `gap_fen` the position after it.
    """

    id: int
    name: str
    white: bool
    fen: str
    due: int
    new: int
    answered: float = 0.0
    gap_move: str = ""
    gap_share: float = 0.0
    gap_fen: str = ""


@dataclass(frozen=True)
class Asked:
    """A position that is asked: the moves from the repertoire's start lead to it. `answers` are right, as (move, SAN)."""

    fen: str
    moves: tuple[str, ...]
    white: bool
    new: bool
    left: int
    answers: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Judged:
    """What came of an answer. `grade`: again, hard, good, easy; `days` until the position is asked again."""

    right: bool
    grade: str
    days: float


@dataclass(frozen=True)
class TrainingState:
    """The whole trainer. `grades` counts the answers of the session; `failed` positions can be tried again."""

    phase: TrainingPhase = TrainingPhase.CHOOSING
    repertoires: tuple[RepertoireRow, ...] | None = None  # None: not counted yet
    chosen: RepertoireRow | None = None
    tab: int = -1
    question: Asked | None = None
    judged: Judged | None = None
    played: str = ""
    hint: bool = False
    grades: tuple[tuple[str, int], ...] = ()
    failed: int = 0
    problem: Text = NOTHING

    @property
    def asked(self) -> int:
        """Answers given in the session."""
        return sum(count for _, count in self.grades)

    @property
    def right(self) -> int:
        """Those that were not wrong."""
        return sum(count for grade, count in self.grades if grade != "again")

    @property
    def due(self) -> int:
        """Positions due in all repertoires."""
        return sum(row.due for row in self.repertoires or ())
