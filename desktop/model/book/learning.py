"""The learning log: the lessons of the engine's games."""

from enum import Enum

from engine.game.reason import Reason
from engine.ground.text import NOTHING, Text
from engine.ground.values import dataclass


class LessonDecision(Enum):
    """The user's decision on a lesson."""

    NEW = "new"
    ACCEPTED = "accepted"
    REJECTED = "rejected"


@dataclass(frozen=True)
class LessonRow:
    """One lesson. Flags are symbols (a point: unchecked; None: the move had no flag); chances (0-1) are the probability
    of the move before and after. `game`: its number; for a check of the book, minus its start in seconds since 1970.
    """

    id: int
    game: int
    reason: Reason
    fen: str
    flag_before: str | None
    flag_after: str | None
    chance_before: float
    chance_after: float
    state: LessonDecision


@dataclass(frozen=True)
class LearningState:
    """The log, newest first. `waiting`: number of games still to be analysed; `running`: one is being analysed, with
    `looked_at` of `moves` own moves done.
    """

    rows: tuple[LessonRow, ...] = ()
    waiting: int = 0
    running: bool = False
    problem: Text = NOTHING
    looked_at: int = 0
    moves: int = 0

    @property
    def new(self) -> int:
        """The number of lessons without a decision."""
        return sum(row.state is LessonDecision.NEW for row in self.rows)

    @property
    def games(self) -> tuple[int, ...]:
        """The numbers of the games with lessons, newest first."""
        return tuple(dict.fromkeys(row.game for row in self.rows))

    def of_game(self, game: int) -> tuple[LessonRow, ...]:
        """The lessons of one game, in the order of learning."""
        return tuple(reversed([row for row in self.rows if row.game == game]))
