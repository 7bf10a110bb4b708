"""The values of the evaluation store."""

from typing import Annotated

from engine.game.info import Bound, Info, Score, TableResult
from engine.game.position import Position
from engine.ground.codec import FieldCodec, Within
from engine.ground.values import dataclass

LEAST_NODES = 50_000
"""Searches of fewer nodes are repeated faster than it is worth to keep them."""
MOST_LINES = 12
MOST_MOVES = 40  # stored of a line
_HIGHEST = 1_000_000


@dataclass(frozen=True)
class EngineIdentity:
    """The engine of an evaluation; each has its own for a position. `options`: those that change its findings, such as its
    style."""

    name: str
    version: str = ""
    network: str = ""
    options: str = ""


def _score(cell: tuple[str, int, int]) -> Score:
    kind, value, plies = cell
    if kind == "tb":
        return Score(table=TableResult(value, plies))
    return Score(mate=value) if kind == "mate" else Score(centipawns=value)


def _cell(score: Score) -> tuple[str, int, int]:
    if score.table is not None:
        return "tb", score.table.wdl, score.table.plies
    return ("mate", score.mate, 0) if score.mate is not None else ("cp", score.centipawns or 0, 0)


_SCORE = FieldCodec(
    lambda found: _score(
        (found[0].one_of(("cp", "mate", "tb")), found[1].whole(-_HIGHEST, _HIGHEST), found[2].whole(0, _HIGHEST))
    ),
    _cell,
)
_POSITION = FieldCodec(
    lambda found: Position.of(found[0].text(100), found[1].flag()), lambda position: [position.fen, position.chess960]
)
_MOVES = FieldCodec(lambda found: tuple(found.text(MOST_MOVES * 6).split()), " ".join)


@dataclass(frozen=True)
class KeptLine:
    """A line of an analysis, for the side to move."""

    score: Annotated[Score, _SCORE]
    depth: Annotated[int, Within(0, 1_000)]
    moves: Annotated[tuple[str, ...], _MOVES]
    bound: Bound = Bound.EXACT

    @staticmethod
    def of(info: Info) -> "KeptLine":
        """The line of a report."""
        return KeptLine(info.score, info.depth, info.pv[:MOST_MOVES], info.bound)


@dataclass(frozen=True)
class KeptEvaluation:
    """The result of an engine in a position, the best line first. `asked`: the only root move that was searched, empty for all.
    `at`: seconds since 1970; 0: now."""

    position: Annotated[Position, _POSITION]
    engine: EngineIdentity
    nodes: int
    lines: tuple[KeptLine, ...]
    asked: str = ""
    at: int = 0

    @property
    def depth(self) -> int:
        """The depth of the best line."""
        return self.lines[0].depth

    def infos(self, most: int) -> tuple[Info, ...]:
        """The best lines as reports of a search."""
        ranked = enumerate(self.lines[:most], 1)
        return tuple(
            Info(line.depth, line.depth, rank, line.score, self.nodes, 0, line.moves, line.bound)
            for rank, line in ranked
        )
