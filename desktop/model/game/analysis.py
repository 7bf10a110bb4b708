"""Values of an analysis: evaluations and lines, always from White's point of view."""

from engine.game.evaluation import Evaluation
from engine.game.info import Info
from engine.ground.text import NOTHING, Text
from engine.ground.values import dataclass


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
    """The state of the analysis panel and the evaluation bar.

    `fen` is the position at the start of the lines: the game's at `node` of the tab, or in threat analysis the same with
    the opponent to move; `game_fen` is the game's in both cases. `problem` explains why the engine cannot answer.
    `result` is the game's (`1-0`) if the position is mate or stalemate.
    `proof` says whether the evaluation is proved, as in `engine.search.position_learning`.
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
    problem: Text = NOTHING
    result: str = ""
    proof: str = ""

    @property
    def game_fen(self) -> str:
        return self.shown_fen or self.fen

    @property
    def evaluation(self) -> Evaluation | None:
        """The evaluation of the best line."""
        return self.lines[0].evaluation if self.lines else None

    @property
    def depth(self) -> int:
        """The depth of the best line, 0 before the first."""
        return self.lines[0].depth if self.lines else 0


@dataclass(frozen=True)
class SourceTitle:
    """The name of an analysis engine."""

    key: str
    name: str


@dataclass(frozen=True)
class LockedPosition:
    """The position that the analysis is locked to; `words` name it (`after 12...Nf6`)."""

    tab: int
    node: int
    words: str


@dataclass(frozen=True)
class AnalysisSetup:
    """The setup of the analysis.

    `chosen` are keys of `sources`, the main one first. `only` and `excluded` are moves in coordinates; they are dropped
    with the position.
    """

    sources: tuple[SourceTitle, ...] = ()
    chosen: tuple[str, ...] = ()
    threat: bool = False
    locked: LockedPosition | None = None
    only: tuple[str, ...] = ()
    excluded: tuple[str, ...] = ()


def white_wdl(info: Info, white_to_move: bool) -> tuple[int, int, int] | None:
    """The engine's win, draw and loss from White's point of view."""
    if info.wdl is None or white_to_move:
        return info.wdl
    return (info.wdl[2], info.wdl[1], info.wdl[0])
