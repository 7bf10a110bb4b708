"""What a search reports: frozen values that travel between threads."""

from dataclasses import dataclass, field
from enum import Enum

from engine.text import NOTHING, Text


class Bound(Enum):
    """Whether a score is exact or only a bound (an aspiration window failed)."""

    EXACT = "exact"
    LOWER = "lowerbound"
    UPPER = "upperbound"


@dataclass(frozen=True)
class Score:
    """A score from the point of view of the side to move: centipawns, or moves to mate.

    `mate` is in full moves: positive if the side to move mates, negative if it is mated, 0 if it is mated already.
    Exactly one of the two is not None. `centipawns` of tablebase wins lie between 20,000 and 30,000.
    """

    centipawns: int | None = None
    mate: int | None = None

    def __str__(self) -> str:
        """As in UCI: `cp 31` or `mate -3`."""
        return f"mate {self.mate}" if self.mate is not None else f"cp {self.centipawns}"


@dataclass(frozen=True)
class PovScore:
    """A score with its point of view: that of White where `white` is true, else of Black.

    What a screen shows is White's view of it: `white_centipawns`, or `white_mate`.
    """

    score: Score
    white: bool

    @property
    def white_centipawns(self) -> int:
        """Centipawns from White's point of view; 0 where it is a mate."""
        return (self.score.centipawns or 0) * (1 if self.white else -1)

    @property
    def white_mate(self) -> int | None:
        """Full moves to mate, positive if White mates; None where it is no mate."""
        return None if self.score.mate is None else self.score.mate * (1 if self.white else -1)


@dataclass(frozen=True)
class Info:
    """One progress report: a line of the analysis. Time in ms, `pv` in coordinate notation, hash fill in permille.

    `wdl` is (win, draw, loss) in permille for the side to move, or None where not computed.
    """

    depth: int
    selective_depth: int
    multipv: int
    score: Score
    nodes: int
    time_ms: int
    pv: tuple[str, ...]
    bound: Bound = Bound.EXACT
    hash_permille: int = 0
    tablebase_hits: int = 0
    wdl: tuple[int, int, int] | None = None

    @property
    def nodes_per_second(self) -> int:
        """Nodes a second over the whole search so far."""
        return self.nodes * 1000 // max(1, self.time_ms)


@dataclass(frozen=True)
class Progress:
    """What a running search is doing: its iteration, the root move being searched (in coordinates) and its number from 1 on,
    nodes so far and hash fill in permille."""

    depth: int
    move: str
    number: int
    nodes: int
    hash_permille: int


@dataclass(frozen=True)
class SearchResult:
    """How a search ended. `best_move` is None only where there is no legal move. `lines` is the last report of each
    MultiPV rank, best first. `remark` is what the user should know about the engine itself; mostly empty."""

    best_move: str | None
    ponder_move: str | None
    lines: tuple[Info, ...] = field(default=())
    nodes: int = 0
    time_ms: int = 0
    remark: Text = NOTHING
