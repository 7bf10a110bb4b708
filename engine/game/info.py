"""The reports of a search: frozen values that travel between threads."""

from dataclasses import field
from enum import Enum

from engine.ground.text import NOTHING, Text
from engine.ground.values import dataclass


class Bound(Enum):
    """Whether a score is exact or a bound (after an aspiration window failed)."""

    EXACT = "exact"
    LOWER = "lowerbound"
    UPPER = "upperbound"


MATE_CP = 30_000
"""The number of a mate in n moves is this minus n, as in the book."""

TABLE_CP = 20_000
"""A tablebase win is this minus its distance in plies: the number that UCI engines send."""

_FARTHEST_TABLE = 1_000  # plies: 100 plus the search's lookahead; more without the fifty-move rule


@dataclass(frozen=True)
class TableResult:
    """A tablebase result for a side: `wdl` is 2 (win), 1 (cursed win), 0, -1 (blessed loss) or -2. `plies`: the
    distance to the capture, pawn move or mate that makes progress; 0 if unknown, and in a draw."""

    wdl: int
    plies: int = 0


@dataclass(frozen=True)
class Score:
    """A score from the point of view of the side to move: centipawns, moves to mate, or a tablebase result.

    `mate` is in full moves: positive if the side to move mates, negative if it is mated, 0 if it is mated already.
    Exactly one of the three fields is set.
    """

    centipawns: int | None = None
    mate: int | None = None
    table: TableResult | None = None

    @classmethod
    def of_number(cls, centipawns: int) -> "Score":
        """Returns the score of a `number`; values near TABLE_CP are tablebase results."""
        plies = TABLE_CP - abs(centipawns)
        if 0 <= plies <= _FARTHEST_TABLE:
            return cls(table=TableResult(2 if centipawns > 0 else -2, plies))
        return cls(centipawns=centipawns)

    @property
    def number(self) -> int:
        """Centipawns, for protocols and files; a mate counts as MATE_CP - n."""
        return self.worth(MATE_CP)

    def worth(self, mate_cp: int) -> int:
        """Returns one number for comparing and calculating: a mate in n moves is `mate_cp` - n."""
        if self.mate is not None:
            return mate_cp - self.mate if self.mate > 0 else -mate_cp - self.mate
        if self.table is None:
            return self.centipawns or 0
        sign = (self.table.wdl == 2) - (self.table.wdl == -2)  # cursed wins and blessed losses are draws
        return sign * (TABLE_CP - self.table.plies)

    @property
    def data(self) -> dict[str, object]:
        """The score for programs: centipawns or moves to mate, and the tablebase result if there is one."""
        table = None if self.table is None else {"wdl": self.table.wdl, "plies": self.table.plies}
        return {"centipawns": None if self.mate is not None else self.number, "mate": self.mate, "table": table}

    def __neg__(self) -> "Score":
        """Returns the same score for the other side; invalid for a mate of 0."""
        if self.mate is not None:
            return Score(mate=-self.mate)
        if self.table is not None:
            return Score(table=TableResult(-self.table.wdl, self.table.plies))
        return Score(centipawns=-(self.centipawns or 0))

    def __str__(self) -> str:
        """The form of UCI: `cp 31` or `mate -3`."""
        return f"mate {self.mate}" if self.mate is not None else f"cp {self.number}"


@dataclass(frozen=True)
class PovScore:
    """A score with its point of view: White's if `white`, otherwise Black's. Its text is White's view."""

    score: Score
    white: bool

    @property
    def of_white(self) -> Score:
        """The score from White's point of view."""
        return self.score if self.white else -self.score

    def worth(self, white: bool) -> int:
        """Returns one number from a side's point of view; a mate in n moves is MATE_CP - n."""
        return self.score.number if white == self.white else -self.score.number

    def __str__(self) -> str:
        """The form of every screen, White's view: `+0.31`, `0.00`, `#5` (White mates), `#-3` (Black mates), `+TB12`
        (tablebase win for White; 12 plies to a capture, pawn move or mate), `-TB` (Black wins, distance unknown)."""
        seen = self.of_white
        if seen.mate is not None:
            return f"#{seen.mate}"
        if seen.table is not None and abs(seen.table.wdl) == 2:
            return f"{'+' if seen.table.wdl > 0 else '-'}TB{seen.table.plies or ''}"
        return f"{seen.number / 100:+.2f}" if seen.number else "0.00"


@dataclass(frozen=True)
class Info:
    """One progress report: a line of the analysis. Time in ms, `pv` in coordinate notation, hash fill in permille.
    `wdl` is (win, draw, loss) in permille for the side to move, None if not computed."""

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
class SearchProgress:
    """The state of a running search: iteration, current root move (coordinate notation) and its number from 1, nodes so
    far and hash fill in permille."""

    depth: int
    move: str
    number: int
    nodes: int
    hash_permille: int


@dataclass(frozen=True)
class SearchResult:
    """The result of a search. `best_move` is `None` only without a legal move. `lines` is the last report of each
    MultiPV rank, best first. `remark` is a message about the engine itself, usually empty."""

    best_move: str | None
    ponder_move: str | None
    lines: tuple[Info, ...] = field(default=())
    nodes: int = 0
    time_ms: int = 0
    remark: Text = NOTHING
