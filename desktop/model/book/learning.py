"""What the engine has learned from its games, as the learning log shows it."""

from enum import Enum

from engine.game.reason import Reason
from engine.ground.text import NOTHING, Text
from engine.ground.values import dataclass


class LessonState(Enum):
    """What the user said of a lesson."""

    NEW = "new"
    ACCEPTED = "accepted"
    REJECTED = "rejected"


@dataclass(frozen=True)
class LessonRow:
    """One thing learned. Flags are symbols (a point: unchecked; None: the move had no flag); chances (0-1) are how likely the
    engine was and is to play the move. `game`: its number; of a check of the book, minus the second since 1970 in which it
    began."""

    id: int
    game: int
    reason: Reason
    fen: str
    flag_before: str | None
    flag_after: str | None
    chance_before: float
    chance_after: float
    state: LessonState


@dataclass(frozen=True)
class LearningState:
    """The log, newest first. `waiting` games are still to be analysed; `running` says that one is being analysed now, of
    which `looked_at` of `moves` own moves are done."""

    rows: tuple[LessonRow, ...] = ()
    waiting: int = 0
    running: bool = False
    problem: Text = NOTHING
    looked_at: int = 0
    moves: int = 0

    @property
    def new(self) -> int:
        """How many lessons the user has said nothing of yet."""
        return sum(row.state is LessonState.NEW for row in self.rows)

    @property
    def games(self) -> tuple[int, ...]:
        """The numbers of the games with lessons, newest first."""
        return tuple(dict.fromkeys(row.game for row in self.rows))

    def of_game(self, game: int) -> tuple[LessonRow, ...]:
        """The lessons of one game, in the order they were learned."""
        return tuple(reversed([row for row in self.rows if row.game == game]))
