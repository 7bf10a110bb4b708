"""The compiled evaluation from charts against the formulas written down on python-chess boards, and the figures of the texts."""

import random
from collections.abc import Iterator

import chess
import pytest

from engine.evaluation.charted import ChartedEvaluation
from engine.evaluation.explain import style_view
from engine.evaluation.texts.charts import CHOICES, TABLES
from engine.evaluation.texts.figures import FENS, MUZIO, attack_values, points
from engine.evaluation.texts.presets import EVERY_FORMULA, PRESETS
from engine.evaluation.texts.style import TERM_NAMES, TERMS, Style
from engine.rules.board import CoreBoard
from tests.helpers.formulas.centre import control_board
from tests.helpers.formulas.table import FORMULAS
from tests.helpers.full_width import pseudo_legal_mobility


def _core(board: chess.Board) -> CoreBoard:
    return CoreBoard.from_fen(board.fen(), chess960=False)


def _positions(count: int, seed: int) -> Iterator[chess.Board]:
    """Positions of random games, with many captures, so that endings are among them."""
    source = random.Random(seed)
    board = chess.Board()
    while count:
        moves = list(board.legal_moves)
        if not moves or board.is_insufficient_material():
            board = chess.Board()
            continue
        if source.random() < 0.1:
            count -= 1
            yield board
        captures = [move for move in moves if board.is_capture(move)]
        board.push(source.choice(captures if captures and source.random() < 0.4 else moves))


def test_every_formula_is_what_its_text_says() -> None:
    evaluation = ChartedEvaluation(EVERY_FORMULA)
    for board in _positions(40, seed=3):
        found = dict(zip(TERM_NAMES, evaluation.points(_core(board))[0], strict=True))
        for name, formula in FORMULAS.items():
            wanted = (formula(board, chess.WHITE), formula(board, chess.BLACK))
            assert found[name] == pytest.approx(wanted), (name, board.fen())
        moves = (pseudo_legal_mobility(board, chess.WHITE), pseudo_legal_mobility(board, chess.BLACK))
        assert found["mobility"] == moves, board.fen()
        control, advance = found["control board"], found["pawn advance"]
        assert control is not None and advance is not None
        for at, colour in enumerate((chess.WHITE, chess.BLACK)):
            assert control[at] + advance[at] / 20 == pytest.approx(control_board(board, colour)), board.fen()


def test_what_is_explained_adds_up_to_what_a_leaf_is_worth() -> None:
    for board in _positions(100, seed=8):
        core = _core(board)
        for style in (*PRESETS.values(), EVERY_FORMULA):
            view = style_view(core, style)
            leaf = ChartedEvaluation(style).evaluate(core)
            assert view.total == (leaf if board.turn else -leaf)
            assert 100 * sum(line.total for line in view.terms) == pytest.approx(
                view.total, abs=style.rounding / 2 + 0.01
            )


def test_a_mirrored_position_is_worth_the_same_to_its_side() -> None:
    for board in _positions(60, seed=5):
        for style in (*PRESETS.values(), EVERY_FORMULA):
            evaluation = ChartedEvaluation(style)
            assert evaluation.evaluate(_core(board)) == evaluation.evaluate(_core(board.mirror())), board.fen()


def test_the_names_are_those_of_the_compiled_terms() -> None:
    counted, _, _ = ChartedEvaluation(EVERY_FORMULA).points(CoreBoard.start())
    assert len(counted) == len(TERMS) == len(set(TERM_NAMES)) and None not in counted


# --- The texts' figures (chapter 3 of S04); recomputed where the text slipped ---


@pytest.mark.parametrize(("figure", "moves"), [(1, (37, 38)), (2, (46, 32)), (3, (46, 34))])
def test_mobility_counts_legal_moves_of_both_sides(figure: int, moves: tuple[int, int]) -> None:
    assert points(FENS[figure], "legal mobility") == moves


def test_figure_2_is_minus_0_6() -> None:
    style = Style("figure 2", {"material": (1, 1, 1), "legal mobility": (0.1, 0.1, 0.1)})
    assert ChartedEvaluation(style).points(CoreBoard.from_fen(FENS[2], chess960=False))[2] == -60


@pytest.mark.parametrize(("move", "moves"), [("a2a3", 19), ("e2e4", 30), ("d2d4", 28)])
def test_first_moves_have_the_mobility_of_the_text(move: str, moves: int) -> None:
    board = chess.Board()
    board.push_uci(move)
    assert points(board.fen(), "legal mobility")[0] == moves


@pytest.mark.parametrize(
    ("fen", "worth"),
    [
        ("rn1qkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 3.62),
        ("r2qkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR w KQkq - 0 1", 3.94),
        ("rn1qkbnr/1ppppppp/8/8/8/8/1PPPPPPP/RNBQKBNR w KQkq - 0 1", 3.71),
    ],
)
def test_trade_down_is_worth_what_chess_4_5_says(fen: str, worth: float) -> None:
    assert points(fen, "trade-down") == pytest.approx((worth, 0), abs=0.006)


def test_the_muzio_gambit_is_judged_as_in_figure_3() -> None:
    assert points(FENS[3], "development") == pytest.approx((1, -1.75))
    assert points(FENS[3], "king attack", x_rays=False) == (190, 168)
    assert points(FENS[3], "king attack") == (220, 168)
    for scale in ("Kotok 1962", "Levy 1984"):
        chart = {"pawns": CHOICES["pawns"][scale]}
        assert points(FENS[3], "pawn structure", charts=chart) == pytest.approx((0, -0.45))
    assert points(FENS[3], "pawn structure", charts={"pawns": CHOICES["pawns"]["Shannon 1950"]})[1] < -0.45
    assert ChartedEvaluation(MUZIO).points(CoreBoard.from_fen(FENS[3], chess960=False))[2] == -18


@pytest.mark.parametrize(
    ("chart", "worth"), [("chart 3", (162, 171)), ("chart 4", (360, 347)), ("chart 5", (739, 792))]
)
def test_centre_control_of_figure_4(chart: str, worth: tuple[int, int]) -> None:
    assert points(FENS[4], "centre control", tables={"centre": CHOICES["centre"][chart]}) == worth


def test_charts_6_and_7_add_one_for_each_square_on_one_half() -> None:
    plain, attacking, defending = (
        points(FENS[4], "centre control", tables={"centre": CHOICES["centre"][name]})
        for name in ("chart 4", "chart 6, attacking", "chart 7, defending")
    )
    board = chess.Board(FENS[4])
    for at, (colour, far) in enumerate(((chess.WHITE, chess.BB_RANK_5), (chess.BLACK, chess.BB_RANK_4))):
        beyond = chess.SquareSet(far)
        for rank in (6, 7, 8) if colour else (3, 2, 1):
            beyond |= chess.SquareSet(chess.BB_RANKS[rank - 1])
        attacks = [target for man in chess.SquareSet(board.occupied_co[colour]) for target in board.attacks(man)]
        over = sum(target in beyond for target in attacks)
        assert attacking[at] - plain[at] == over
        assert defending[at] - plain[at] == len(attacks) - over


def test_king_safety_of_figure_5_and_without_the_outer_ring() -> None:
    white, black = points(FENS[5], "king safety")
    assert (white, black) == pytest.approx((59.8, 50.9), abs=0.05)
    inner = points(FENS[5], "king safety", charts={"proximity": CHOICES["proximity"]["without the outer ring"]})
    assert inner[0] < white and inner[1] < black


def test_captures_of_figure_7() -> None:
    assert attack_values(FENS[7], "captures", "d5 e4 c3") == pytest.approx([0.444, 4.0, 0.8], abs=0.001)


def test_attacks_of_figure_8() -> None:
    found = attack_values(FENS[8], "attacks", "b2 g2 c4 d5 g6 e3")
    assert found == pytest.approx([0.75, 0.12, 2.25, 10, 0.11, 3.0], abs=0.005)


@pytest.mark.parametrize(("turn", "wins"), [("w", 1), ("b", 0)])
def test_the_square_rule_of_figure_9(turn: str, wins: int) -> None:
    assert points(f"1k6/8/8/5P2/8/8/8/K7 {turn} - - 0 1", "square rule") == (wins, 0)


# --- What was missing or wrong ---


def test_levys_c_may_fall_below_zero() -> None:
    assert points("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "development")[0] == pytest.approx(0.75)


def test_simple_development_counts_minor_pieces_off_their_squares_over_3() -> None:
    fen = "rnbqkbnr/pppppppp/8/8/4P3/2N2N2/PPPP1PPP/R1BQKB1R b KQkq - 0 1"
    assert points(fen, "developed pieces") == pytest.approx((2 / 3, 0))


def test_gillogly_wants_the_men_near_their_own_king() -> None:
    near, far = (points(f"8/8/8/3K4/{rank}/8/8/k7 w - - 0 1", "mop-up")[0] for rank in ("3R4", "7R"))
    assert near > far


def test_the_attacking_zones_give_nothing_beyond_four_squares() -> None:
    chart = {"zones": CHOICES["zones"]["attacking"]}
    assert points("k7/8/8/8/8/8/8/K5NN w - - 0 1", "king attack", charts=chart)[0] == 0
    assert points("k7/8/8/8/8/8/3R4/K7 w - - 0 1", "king attack", charts=chart)[0] > 0


@pytest.mark.parametrize(
    ("term", "fen", "worth"),
    [
        ("luft", "3r2k1/5ppp/8/8/8/7P/5PP1/6K1 w - - 0 1", (1, 1)),  # no heavy piece against Black
        ("luft", "3r2k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", (0, 0)),
        ("luft", "3r2k1/5pp1/7p/8/8/8/5PPP/3R2K1 w - - 0 1", (0, 1)),
        ("enemy pawn before the king", "4k3/8/8/8/8/6p1/8/6K1 w - - 0 1", (1, 0)),
        ("pawns before the king", "6k1/5ppp/8/8/8/7P/5PP1/6K1 w - - 0 1", (2, 3)),
        ("protection", "4k3/8/8/8/8/2P5/1P6/4K3 w - - 0 1", (1, 0)),
        ("distant passed pawns", "6k1/5ppp/8/8/P7/8/5PPP/6K1 w - - 0 1", (1, 0)),
        ("queen and knight", "3qk3/8/8/8/8/8/8/3QK1N1 w - - 0 1", (1, 0)),
        ("trapped pieces", "4k3/B7/1p6/8/8/8/8/4K3 w - - 0 1", (1, 0)),
        ("trapped pieces", "5rk1/8/8/8/8/8/8/5K1R w - - 0 1", (1, 0)),
        ("pins", "4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1", (0, 1)),
        ("lasting pins", "4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1", (0, 1)),
        ("lasting pins", "4k3/4r3/8/8/8/8/4R3/4K3 w - - 0 1", (0, 0)),
        ("pawns on the bishop's colour", "4k3/8/8/8/8/8/3P1P2/2B1K3 w - - 0 1", (2, 0)),
        ("knights on a full board", "4k3/8/8/8/8/8/PPPPPPPP/4K1N1 w - - 0 1", (0.5, 0)),
        ("opposite bishops", "4kb2/8/8/8/8/8/3P4/4KB2 w - - 0 1", (0, 1)),
        ("right corner", "7k/8/8/8/8/8/8/BN2K3 b - - 0 1", (7, 0)),
    ],
)
def test_small_terms_count_what_they_say(term: str, fen: str, worth: tuple[float, float]) -> None:
    assert points(fen, term) == worth


def test_phases_are_the_first_moves_and_the_men_left() -> None:
    style = Style("phases", {"tempo": (1, 2, 3)})
    for fen, phase in (
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 8", 0),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 9", 1),
        ("4k3/8/8/8/8/8/PPPPPPPP/4K3 w - - 0 1", 2),
    ):
        assert ChartedEvaluation(style).points(CoreBoard.from_fen(fen, chess960=False))[1:] == (
            phase,
            100 * (phase + 1),
        )


def test_rounding_and_tables_are_those_of_the_style() -> None:
    board = CoreBoard.from_fen("4k3/8/8/8/8/8/8/N3K3 w - - 0 1", chess960=False)
    numbers = list(TABLES["knight"])
    numbers[0] = 0.34
    style = Style("mine", {"squares": (1, 1, 1)}, tables={"knight": tuple(numbers)}, rounding=10, ending_pieces=0)
    assert ChartedEvaluation(style).evaluate(board) == 30
