"""What an analysis shows: evaluations and lines as frozen values, always from White's point of view."""

import math
from dataclasses import dataclass

from engine.game.info import Info, Score


@dataclass(frozen=True)
class Evaluation:
    """A score from White's point of view: centipawns, or full moves to mate (negative: Black mates).

    Exactly one of the two is not None; a mate of 0 does not occur (the game is over then).
    """

    centipawns: int | None = None
    mate: int | None = None
    depth: int = 0

    @classmethod
    def of(cls, score: Score, white_to_move: bool, depth: int = 0) -> "Evaluation":
        """The engine's score, which is the mover's, turned to White's point of view."""
        sign = 1 if white_to_move else -1
        if score.mate is not None:
            return cls(mate=sign * score.mate, depth=depth)
        return cls(centipawns=sign * (score.centipawns or 0), depth=depth)

    @property
    def text(self) -> str:
        """As shown: `+0.31`, `-12.04`, `0.00`, `#5` (White mates), `-#3` (Black mates)."""
        if self.mate is not None:
            return f"#{self.mate}" if self.mate > 0 else f"-#{-self.mate}"
        pawns = (self.centipawns or 0) / 100
        return f"{pawns:+.2f}" if self.centipawns else "0.00"

    @property
    def white_share(self) -> float:
        """White's expected share of the point, 0 to 1, for the evaluation bar.

        The curve is lichess' published one, 50 + 50 * (2 / (1 + exp(-0.00368208 cp)) - 1) percent.
        """
        if self.mate is not None:
            return 1.0 if self.mate > 0 else 0.0
        bounded = max(-2_000, min(2_000, self.centipawns or 0))
        return 1.0 / (1.0 + math.exp(-0.00368208 * bounded))


@dataclass(frozen=True)
class AnalysisLine:
    """One line of an analysis: its rank (1 is best), its moves in coordinates and as text with move numbers."""

    rank: int
    evaluation: Evaluation
    depth: int
    selective_depth: int
    moves: tuple[str, ...]
    text: str
    sans: tuple[str, ...] = ()  # the shown moves one by one
    wdl: tuple[int, int, int] | None = None  # permille from White's point of view: White wins, draw, Black wins


@dataclass(frozen=True)
class AnalysisState:
    """What the analysis panel and the evaluation bar show.

    `fen` is the position that the lines begin in. It is the one of the game at `node` of the tab, or in threat analysis that
    with the move given to the other side; `game_fen` is the game's in both. `problem` is a sentence where the engine
    cannot answer.
    """

    running: bool = False
    fen: str = ""
    source: str = ""  # the name of who analyses
    threat: bool = False
    shown_fen: str = ""
    tab: int = -1
    node: int = 0
    lines: tuple[AnalysisLine, ...] = ()
    nodes: int = 0
    nodes_per_second: int = 0
    time_ms: int = 0
    hash_permille: int = 0
    tablebase_hits: int = 0
    wanted_lines: int = 1
    problem: str = ""

    @property
    def game_fen(self) -> str:
        """The position of the game that is analysed."""
        return self.shown_fen or self.fen

    @property
    def evaluation(self) -> Evaluation | None:
        """That of the best line."""
        return self.lines[0].evaluation if self.lines else None

    @property
    def depth(self) -> int:
        """That of the best line, 0 before the first."""
        return self.lines[0].depth if self.lines else 0


@dataclass(frozen=True)
class SourceTitle:
    """Somebody who can analyse."""

    key: str
    name: str


@dataclass(frozen=True)
class LockedPosition:
    """The position that the analysis stays at while the user leafs on: `words` name it (`after 12...Nf6`)."""

    tab: int
    node: int
    words: str


@dataclass(frozen=True)
class AnalysisSetup:
    """How the analysis is set up. `chosen` are keys of `sources`, the main one first.

    `only` and `excluded` are moves in coordinates of the position analysed; they fall with it.
    """

    sources: tuple[SourceTitle, ...] = ()
    chosen: tuple[str, ...] = ()
    threat: bool = False
    locked: LockedPosition | None = None
    only: tuple[str, ...] = ()
    excluded: tuple[str, ...] = ()


def white_wdl(info: Info, white_to_move: bool) -> tuple[int, int, int] | None:
    """The engine's win, draw, loss turned to White's point of view."""
    if info.wdl is None or white_to_move:
        return info.wdl
    return (info.wdl[2], info.wdl[1], info.wdl[0])
