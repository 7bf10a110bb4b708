"""The figures of S04 that give values: their positions, the text's numbers, and Ratsu's. Entry point: `figure_rows`."""

from collections.abc import Callable

from engine.evaluation.charted import ChartedEvaluation
from engine.evaluation.texts.charts import CENTRE_CHARTS, CHOICES
from engine.evaluation.texts.style import TERM_NAMES, Style, StyleSearch
from engine.ground.values import dataclass
from engine.rules.board import CoreBoard

# Full-width search with material and mobility: figure 13's program counts pseudo-legal moves; the second style, legal ones.
FIGURE_13 = tuple(
    Style(name, {"material": (1, 1, 1), term: (0.03, 0.03, 0.03)}, search=StyleSearch(depth=4))
    for name, term in (("material and mobility", "mobility"), ("material and legal mobility", "legal mobility"))
)
MUZIO = Style(
    "figure 3",
    {
        "material": (1, 1, 1),
        "legal mobility": (0.1, 0.1, 0.1),
        "development": (0.6, 0.6, 0.6),
        "king attack": (0.01, 0.01, 0.01),
        "pawn structure": (1, 1, 1),
    },
)
SICILIAN = "rnbqkb1r/pp2pppp/3p4/2P5/4n3/2P5/PP3PPP/RNBQKBNR w KQkq - 0 5"
FENS = {
    1: "r2q1rk1/pp2ppbp/4b1p1/n7/3PP3/3BBP2/P3N1PP/R2Q1RK1 w - - 3 14",
    2: "r2q1rk1/pp2p2p/4bpp1/n2P4/4P3/3BBP2/P3N1PP/Q4RK1 w - - 0 16",
    3: "r1bk3r/ppppnp1p/2n4b/3N1q2/2B2p2/3P4/PPPBQ1PP/4RRK1 b - - 10 13",
    4: "3r1rk1/pb1nq1pp/3b1n2/1Pppp3/8/1PN1PN2/PBQ1BPPP/R3R1K1 b - - 1 14",
    5: "3qr1k1/3b2b1/3ppppB/p1rN1P1n/2pNP1p1/4Q3/PPP5/2KR3R w - - 0 1",
    7: "rnbqk1nr/ppp2ppp/4p3/3p4/1b1PP3/2N5/PPP2PPP/R1BQKBNR w KQkq - 2 4",
    8: "4r1k1/p6p/bp1p2p1/2pnr3/P1Nb4/R3NB2/1PQB2Pq/4RK2 w - - 0 25",
}


@dataclass(frozen=True)
class FigureRow:
    """A value of a figure: its description, the text's number and Ratsu's."""

    figure: int
    what: str
    text: str
    found: str


def board_of(fen: str) -> CoreBoard:
    return CoreBoard.from_fen(fen, chess960=False)


def points(fen: str, term: str, **differences: object) -> tuple[float, float]:
    """Returns the points of White and Black for one term; `differences`: other fields of the style, such as charts."""
    style = Style(term, {term: (1, 1, 1)}, **differences)  # type: ignore[arg-type]
    found = ChartedEvaluation(style).points(board_of(fen))[0][TERM_NAMES.index(term)]
    return found or (0.0, 0.0)


def attack_values(fen: str, term: str, squares: str) -> list[float]:
    """Returns the attack values (figure 8) or capture values (figure 7) of the pieces on some squares."""
    lists = ChartedEvaluation(Style(term, {term: (1, 1, 1)})).attacks_and_captures(board_of(fen))
    chosen = lists[term == "captures"]
    return [chosen["abcdefgh".index(square[0]) + 8 * (int(square[1]) - 1)] for square in squares.split()]


def figure_rows(search: Callable[[Style, CoreBoard], tuple[float, str]]) -> list[FigureRow]:
    """Returns all values; `search` returns the score in pawns and the line of a style's search."""
    rows = [
        FigureRow(1, "legal moves, White and Black", "35 38", _pair(points(FENS[1], "legal mobility"))),
        FigureRow(2, "legal moves", "46 32", _pair(points(FENS[2], "legal mobility"))),
        FigureRow(3, "legal moves", "46 34", _pair(points(FENS[3], "legal mobility"))),
        FigureRow(3, "development", "1 -1.75", _pair(points(FENS[3], "development"))),
        FigureRow(3, "king attack", "180 167", _pair(points(FENS[3], "king attack", x_rays=False))),
        FigureRow(3, "king attack with x-rays", "212 167", _pair(points(FENS[3], "king attack"))),
    ]
    for scale, text in (("Kotok 1962", "0 -0.45"), ("Levy 1984", "0 -0.45")):
        chart = {"pawns": CHOICES["pawns"][scale]}
        rows.append(FigureRow(3, f"pawns, {scale}", text, _pair(points(FENS[3], "pawn structure", charts=chart))))
    muzio = ChartedEvaluation(MUZIO).points(board_of(FENS[3]))[2]
    rows.append(FigureRow(3, "total", "-0.25", f"{muzio / 100:g}"))
    for chart_name, text in (("chart 3", "165 174"), ("chart 4", "360 350"), ("chart 5", "739 796")):
        table = {"centre": CENTRE_CHARTS[chart_name]}
        rows.append(FigureRow(4, f"centre, {chart_name}", text, _pair(points(FENS[4], "centre control", tables=table))))
    rows.append(FigureRow(5, "king safety", "59.8 50.9", _pair(points(FENS[5], "king safety"))))
    captures, attacks = (
        attack_values(FENS[7], "captures", "d5 e4 c3"),
        attack_values(FENS[8], "attacks", "b2 g2 c4 d5 g6 e3"),
    )
    rows.append(FigureRow(7, "exd5, dxe4, Bxc3", "0.44 4 0.8", _pair(captures)))
    rows.append(FigureRow(8, "b2 g2 c4 d5 g6 e3", "0.75 0.12 2.25 10 0.11 1.63", _pair(attacks)))
    for turn, text in (("w", "1"), ("b", "0")):
        fen = f"1k6/8/8/5P2/8/8/8/K7 {turn} - - 0 1"
        rows.append(FigureRow(9, f"square rule, {turn} to move", text, f"{points(fen, 'square rule')[0]:g}"))
    for style, text in zip(FIGURE_13, ("2.39", "2.33"), strict=True):
        value, line = search(style, board_of(SICILIAN))
        rows.append(FigureRow(13, f"{style.name}: {line}", text, f"{value:.2f}"))
    return rows


def _pair(values: list[float] | tuple[float, float]) -> str:
    return " ".join(f"{round(value, 2):g}" for value in values)
