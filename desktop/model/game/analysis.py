"""What an analysis shows: evaluations and lines as frozen values, always from White's point of view."""

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
    """What the analysis panel and the evaluation bar show.

    `fen` is the position that the lines begin in. It is the one of the game at `node` of the tab, or in threat analysis that
    with the move given to the other side; `game_fen` is the game's in both. `problem` is a sentence where the engine
    cannot answer. `result` is the game's (`1-0`) where a mate or stalemate has ended it in that position.
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
