"""Both evaluations for people, for `ratsu analyse --explain` and the window's panel: the classical one term by term, the network
by what it says once a piece is taken off."""

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
    """One term of the evaluation. `white` and `black` are (middlegame, endgame) centipawns of each side, `total` is their
    difference at the position's phase, in centipawns from White's side. King danger terms are in their own units, and `total`
    is None: they count together, squared."""

    name: str
    white: tuple[int, int]
    black: tuple[int, int]
    total: int | None


@dataclass(frozen=True)
class PieceWorth:
    """What a piece brings: the network's evaluation less that without the piece, in centipawns from White's side; None where the
    position without it is none, because the king that is not to move would stand in check. `letter` as in a FEN."""

    square: str
    letter: str
    worth: int | None


@dataclass(frozen=True)
class NetworkView:
    """The network's evaluation in centipawns from White's side, and what each piece but the kings brings. `plays`: whether full
    strength plays by it; a side with only its king is judged by the classical evaluation."""

    total: int
    pieces: tuple[PieceWorth, ...]
    plays: bool


@dataclass(frozen=True)
class FormulaLine:
    """A term of the source texts: each side's points, what a point counts, and what they come to in pawns from White's side."""

    name: str
    white: float
    black: float
    weight: float
    total: float


@dataclass(frozen=True)
class StyleView:
    """The evaluation of a style: its name, the phase (a place in PHASES), its terms, and the sum in centipawns from White's side,
    rounded as the style wishes: what a leaf is worth to its search."""

    name: str
    phase: int
    terms: tuple[FormulaLine, ...]
    total: int


@dataclass(frozen=True)
class Explanation:
    """The static evaluation. The classical one: its terms, the phase (24 all pieces ... 0 none) and the sum in centipawns from
    White's side. Beside it the network's, None where there is none; that of the style that plays, None where it is none of the
    texts; and, for the reader, every formula of the texts with the weight of its source, which enter none of them."""

    terms: tuple[TermLine, ...]
    phase: int
    total: int
    formulas: tuple[FormulaLine, ...] = ()
    network: NetworkView | None = None
    style: StyleView | None = None


def style_view(board: CoreBoard, style: Style) -> StyleView:
    """The evaluation of a style, term by term."""
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
    """Evaluates a position and says what each term contributed, and each piece to the evaluation of `network`."""
    import chess  # here, not above: the search alone starts without python-chess

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
    view = _by_piece(pieces, network) if network is not None else None
    formulas = style_view(board, EVERY_FORMULA).terms
    return Explanation(tuple(lines), phase, total, formulas, view, None if style is None else style_view(board, style))


def _by_piece(board: chess.Board, network: Network) -> NetworkView:
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
        worths.append(PieceWorth(SQUARES[square], piece.symbol(), worth))
    bare = any(not board.occupied_co[side] & ~board.kings for side in (True, False))
    return NetworkView(total, tuple(worths), not bare)


def _sum(counts: list[int], weights: list[tuple[int, int]], start: int, end: int) -> tuple[int, int]:
    return (
        sum(counts[index] * weights[index][0] for index in range(start, end)),
        sum(counts[index] * weights[index][1] for index in range(start, end)),
    )
