"""A check of the book as the window shows it."""

from enum import Enum

from engine.game.reason import Reason
from engine.ground.text import NOTHING, Text
from engine.ground.values import dataclass


class HealthPhase(Enum):
    """The state of a check."""

    READY = "ready"
    RUNNING = "running"
    DONE = "done"
    STOPPED = "stopped"


@dataclass(frozen=True)
class HealthWish:
    """What to check: a repertoire by its number, else the user's own positions or the whole book; at most so many positions and
    minutes (0: no limit); with an engine, or only what needs none: layers that contradict each other, and rows that no line
    reaches."""

    own: bool = True
    positions: int = 0
    engine: bool = True
    minutes: int = 0
    repertoire: int | None = None


@dataclass(frozen=True)
class FindingRow:
    """One problem. `problem` is its kind (`blunder`, `gap`, `bad leaf` …), `reason` what is wrong, `flag` what the check would
    give the move (None: nothing). `learned`: its change is in the learned book; `undone`: it was taken back; `repaired`: the flag
    was written into the user's book. `fen` is empty where no position is meant."""

    number: int
    problem: str
    reason: Reason
    fen: str = ""
    uci: str = ""
    flag: str | None = None
    learned: bool = False
    undone: bool = False
    repaired: bool = False

    @property
    def open(self) -> bool:
        """Whether there is something to repair."""
        return self.flag is not None and not self.repaired and not self.learned


@dataclass(frozen=True)
class HealthState:
    """A check. `done` of `total` positions were looked at; `total` 0: it is not known how many there are. `started`: when the
    check began that the rows are of, in seconds since 1970 (0: there was none). `passed`: moves of other books that were not
    judged; `proposes`: its searches were too short to change anything. `repertoires` to choose from: number, name."""

    phase: HealthPhase = HealthPhase.READY
    done: int = 0
    total: int = 0
    rows: tuple[FindingRow, ...] = ()
    started: int = 0
    passed: int = 0
    proposes: bool = False
    repertoires: tuple[tuple[int, str], ...] = ()
    problem: Text = NOTHING

    @property
    def open(self) -> tuple[int, ...]:
        """The numbers of the findings that can be repaired."""
        return tuple(row.number for row in self.rows if row.open)

    @property
    def learned(self) -> int:
        """How many changes of the check hold."""
        return sum(row.learned and not row.undone for row in self.rows)
