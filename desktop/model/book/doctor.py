"""The book doctor's examination as the window shows it."""

from dataclasses import dataclass
from enum import Enum

from engine.game.reason import Reason
from engine.text import NOTHING, Text


class DoctorPhase(Enum):
    """The state of an examination."""

    READY = "ready"
    RUNNING = "running"
    DONE = "done"
    STOPPED = "stopped"


@dataclass(frozen=True)
class DoctorWish:
    """What to examine: the user's own positions or the whole book; at most so many positions (0: all); with an engine,
    or only what needs none: layers that contradict each other, and rows that no line reaches."""

    own: bool = True
    positions: int = 200
    engine: bool = True


@dataclass(frozen=True)
class FindingRow:
    """One problem. `problem` is its kind (`blunder`, `underrated`, `bad leaf`, `conflict`, `unreachable`), `reason` what is
    wrong, `flag` what the doctor would give the move (None: nothing); `repaired`: it was given. `fen` is empty
    where no position is meant."""

    number: int
    problem: str
    reason: Reason
    fen: str = ""
    uci: str = ""
    flag: str | None = None
    repaired: bool = False

    @property
    def open(self) -> bool:
        """Whether there is something to repair."""
        return self.flag is not None and not self.repaired


@dataclass(frozen=True)
class DoctorState:
    """An examination. `done` of `total` positions were looked at; `total` 0: it is not known how many there are."""

    phase: DoctorPhase = DoctorPhase.READY
    done: int = 0
    total: int = 0
    rows: tuple[FindingRow, ...] = ()
    problem: Text = NOTHING

    @property
    def open(self) -> tuple[int, ...]:
        """The numbers of the findings that can be repaired."""
        return tuple(row.number for row in self.rows if row.open)
