"""Explains an evaluation (`ratsu analyse --explain`, the window's panel): the classical one term by term, the network by how
its score changes without each piece. Entry point: `explain`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.evaluation.classical import coefficients, default_weights
from engine.evaluation.nnue import Network, NetworkBoard
from engine.evaluation.terms import linear_count, term_offsets, weight_count
from engine.ground.errors import PositionError
from engine.ground.values import dataclass
from engine.rules.board import CoreBoard

if TYPE_CHECKING:
    import chess

    from engine.evaluation.texts.style import Style


SQUARES = tuple(file + rank for rank in "12345678" for file in "abcdefgh")


@dataclass(frozen=True)
class TermLine:
    """One term of the classical evaluation.

    `white` and `black`: (middlegame, endgame) centipawns of each side. `total`: their difference at the position's phase, in
    centipawns for White. King danger terms are in their own units and have no total, because only their squared sum counts.
    """

    name: str
    white: tuple[int, int]
    black: tuple[int, int]
    total: int | None


@dataclass(frozen=True)
class NetworkPieceValue:
    """The value of a piece to the network: its score minus the score without the piece, in centipawns for White.

    `worth` is None if the position without the piece is illegal (the side that is not to move would be in check).
    `letter`: as in a FEN.
    """

    square: str
    letter: str
    worth: int | None


@dataclass(frozen=True)
class NetworkView:
    """The network's evaluation in centipawns for White, and the value of each piece but the kings.

    `plays`: whether the search at full strength uses it; positions with a bare king use the classical evaluation.
    """

    total: int
    pieces: tuple[NetworkPieceValue, ...]
    plays: bool


@dataclass(frozen=True)
class FormulaLine:
    """A term of the source texts: the points of each side, pawns for a point, and the total in pawns for White."""

    name: str
    white: float
    black: float
    weight: float
    total: float


@dataclass(frozen=True)
class StyleView:
    """The evaluation of a style, as its search sees a leaf: `phase` is an index of PHASES, `total` the rounded sum in centipawns
    for White."""

    name: str
    phase: int
    terms: tuple[FormulaLine, ...]
    total: int


@dataclass(frozen=True)
class Explanation:
    """The static evaluations of a position.

    `terms`, `phase` (24 with all pieces, 0 with none) and `total` (centipawns for White) are the classical evaluation's.
    `network`: None without a network. `style`: None unless a style of the source texts plays. `formulas`: every formula of the
    texts with the weight of its source, for comparison; no evaluation uses them.
    """

    terms: tuple[TermLine, ...]
    phase: int
    total: int
    formulas: tuple[FormulaLine, ...] = ()
    network: NetworkView | None = None
    style: StyleView | None = None


def style_view(board: CoreBoard, style: Style) -> StyleView:
    """Returns the points of each term of a style's evaluation in a position, for both sides."""
    from engine.evaluation.charted import ChartedEvaluation
    from engine.evaluation.texts.style import TERM_NAMES

    points, phase, total = ChartedEvaluation(style).points(board)
    lines = []
    for name, sides in zip(TERM_NAMES, points, strict=True):
        weight = style.weight(name)[phase]
        if sides is not None and weight:
            white, black = (round(points, 6) + 0.0 for points in sides)  # the same on every machine
            lines.append(FormulaLine(name, white, black, weight, round(weight * (white - black), 6) + 0.0))
    return StyleView(style.name, phase, tuple(lines), total)


def explain(board: CoreBoard, network: Network | None = None, style: Style | None = None) -> Explanation:
    """Evaluates a position; returns each term's part of the classical score and each piece's part of the network's."""
    import chess  # a late import: the engine starts without python-chess

    from engine.evaluation.texts.presets import EVERY_FORMULA

    white, black, phase, total = coefficients(board)
    weights = default_weights()
    offsets = term_offsets()
    ends = [*list(offsets.values())[1:], weight_count()]
    lines = []
    for (name, start), end in zip(offsets.items(), ends, strict=True):
        mine = _sum(white, weights, start, end)
        theirs = _sum(black, weights, start, end)
        difference = ((mine[0] - theirs[0]) * phase + (mine[1] - theirs[1]) * (24 - phase)) / 24
        lines.append(TermLine(name, mine, theirs, round(difference) if start < linear_count() else None))
    pieces = chess.Board(board.fen(), chess960=board.chess960)
    view = _network_view(pieces, network) if network is not None else None
    formulas = style_view(board, EVERY_FORMULA).terms
    return Explanation(tuple(lines), phase, total, formulas, view, None if style is None else style_view(board, style))


def _network_view(board: chess.Board, network: Network) -> NetworkView:
    judge = NetworkBoard(network)

    def of_white(position: chess.Board) -> int:
        core = CoreBoard.from_fen(position.fen(), position.chess960)
        return judge.evaluate(core) if core.white_to_move else -judge.evaluate(core)

    total = of_white(board)
    worths = []
    for square, piece in sorted(board.piece_map().items()):
        if square in (board.king(True), board.king(False)):
            continue
        without = board.copy(stack=False)
        without.remove_piece_at(square)
        try:
            worth = total - of_white(without)
        except PositionError:
            worth = None
        worths.append(NetworkPieceValue(SQUARES[square], piece.symbol(), worth))
    bare = any(not board.occupied_co[side] & ~board.kings for side in (True, False))
    return NetworkView(total, tuple(worths), not bare)


def _sum(counts: list[int], weights: list[tuple[int, int]], start: int, end: int) -> tuple[int, int]:
    return (
        sum(counts[index] * weights[index][0] for index in range(start, end)),
        sum(counts[index] * weights[index][1] for index in range(start, end)),
    )
