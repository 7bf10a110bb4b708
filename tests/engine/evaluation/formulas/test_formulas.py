"""The formulas on the positions of the source texts, with the figures recomputed there (figure numbers are the texts')."""

from collections.abc import Callable

import chess
import pytest

from engine.evaluation.formulas import FORMULAS, formula_lines
from engine.evaluation.formulas.activity import development, mobility
from engine.evaluation.formulas.centre import LEVY, SHARP, centre_control
from engine.evaluation.formulas.endgame import mop_up, square_rule
from engine.evaluation.formulas.kings import king_attack, king_safety
from engine.evaluation.formulas.material import material, trade_down_centipawns
from engine.evaluation.formulas.pawns import kotok, levy
from engine.evaluation.formulas.threats import attack_on
from tests.helpers.full_width import full_width, pseudo_legal_mobility

FIGURE_1 = chess.Board("r2q1rk1/pp2ppbp/4b1p1/n7/3PP3/3BBP2/P3N1PP/R2Q1RK1 w - - 3 14")
FIGURE_2 = chess.Board("r2q1rk1/pp2p2p/4bpp1/n2P4/4P3/3BBP2/P3N1PP/Q4RK1 w - - 0 16")
MUZIO = chess.Board("r1bk3r/ppppnp1p/2n4b/3N1q2/2B2p2/3P4/PPPBQ1PP/4RRK1 b - - 10 13")
TARRASCH_ALEKHINE = chess.Board("3r1rk1/pb1nq1pp/3b1n2/1Pppp3/8/1PN1PN2/PBQ1BPPP/R3R1K1 b - - 1 14")
DONCHEV_SEMKOV = chess.Board("3qr1k1/3b2b1/3ppppB/p1rN1P1n/2pNP1p1/4Q3/PPP5/2KR3R w - - 0 1")
WINAWER = chess.Board("rnbqk1nr/ppp2ppp/4p3/3p4/1b1PP3/2N5/PPP2PPP/R1BQKBNR w KQkq - 2 4")
GURGENIDZE_TAL = chess.Board("4r1k1/p6p/bp1p2p1/2pnr3/P1Nb4/R3NB2/1PQB2Pq/4RK2 w - - 0 25")


@pytest.mark.parametrize(("total", "pawns", "worth"), [(7750, 8, 362), (7100, 8, 394), (7550, 7, 371)])
def test_trade_down_is_worth_what_chess_4_5_says(total: int, pawns: int, worth: int) -> None:
    # Black just lost a bishop (350); then after a knight trade; after a pawn trade instead.
    assert trade_down_centipawns(350, pawns, total) == pytest.approx(worth, abs=0.6)


@pytest.mark.parametrize(("board", "white", "black"), [(FIGURE_1, 37, 38), (FIGURE_2, 46, 32), (MUZIO, 46, 34)])
def test_mobility_counts_legal_moves_of_both_sides(board: chess.Board, white: int, black: int) -> None:
    assert (mobility(board, chess.WHITE), mobility(board, chess.BLACK)) == (white, black)


def test_first_moves_have_the_mobility_of_the_text() -> None:
    for move, moves in (("a2a3", 19), ("e2e4", 30), ("d2d4", 28)):
        board = chess.Board()
        board.push_uci(move)
        assert mobility(board, chess.WHITE) == moves


def test_the_muzio_gambit_is_judged_as_in_figure_3() -> None:
    assert development(MUZIO, chess.WHITE) == pytest.approx(1)
    assert development(MUZIO, chess.BLACK) == pytest.approx(-1.75)
    assert [king_attack(MUZIO, colour, x_rays=False) for colour in chess.COLORS] == [190, 168]
    assert [king_attack(MUZIO, colour) for colour in chess.COLORS] == [220, 168]
    for scale in (kotok, levy):
        assert scale(MUZIO, chess.WHITE) == 0
        assert scale(MUZIO, chess.BLACK) == pytest.approx(-0.45)
    difference = material(MUZIO, chess.WHITE) - material(MUZIO, chess.BLACK)
    assert difference == -4
    total = difference + 0.1 * (46 - 34) + 0.6 * (1 + 1.75) + 0.45 + 0.01 * (220 - 168)
    assert total == pytest.approx(-0.18)


def test_centre_control_of_figure_4_for_all_three_tables() -> None:
    rings = ((1, 1, 1, 1), (1, 2, 2, 2), (1, 2, 4, 4), (1, 2, 4, 8))  # T3
    for table, white, black in ((rings, 162, 171), (LEVY, 360, 347), (SHARP, 739, 792)):
        assert centre_control(TARRASCH_ALEKHINE, chess.WHITE, table) == white
        assert centre_control(TARRASCH_ALEKHINE, chess.BLACK, table) == black


def test_king_safety_of_figure_5() -> None:
    assert king_safety(DONCHEV_SEMKOV, chess.WHITE) == pytest.approx(59.8)
    assert king_safety(DONCHEV_SEMKOV, chess.BLACK) == pytest.approx(50.9, abs=0.05)


@pytest.mark.parametrize(
    ("square", "worth"), [("b2", 0.75), ("g2", 0.12), ("c4", 2.25), ("d5", 10), ("g6", 0.11), ("e3", 3.0)]
)
def test_piece_attacks_of_figure_8(square: str, worth: float) -> None:
    assert attack_on(GURGENIDZE_TAL, chess.parse_square(square)) == pytest.approx(worth, abs=0.005)


def test_the_square_rule_of_figure_9() -> None:
    assert square_rule(chess.Board("1k6/8/8/5P2/8/8/8/K7 w - - 0 1"), chess.WHITE) == 1
    assert square_rule(chess.Board("1k6/8/8/5P2/8/8/8/K7 b - - 0 1"), chess.WHITE) == 0


def test_the_mop_up_prefers_the_bare_king_on_the_edge() -> None:
    edge = chess.Board("4k3/8/4K3/8/8/8/8/R7 w - - 0 1")
    centre = chess.Board("8/8/8/4k3/8/4K3/8/R7 w - - 0 1")
    assert mop_up(edge, chess.WHITE) > mop_up(centre, chess.WHITE)
    assert mop_up(edge, chess.BLACK) == 0


def test_every_formula_sees_a_mirrored_position_alike() -> None:
    for board in (FIGURE_1, MUZIO, DONCHEV_SEMKOV, GURGENIDZE_TAL, chess.Board()):
        for formula in FORMULAS:
            mirrored = formula.function(board.mirror(), chess.BLACK)
            assert mirrored == pytest.approx(formula.function(board, chess.WHITE)), formula.name


def test_the_table_has_a_line_for_every_formula() -> None:
    assert [line.name for line in formula_lines(MUZIO)] == [formula.name for formula in FORMULAS]


@pytest.mark.parametrize(("count", "value"), [(pseudo_legal_mobility, 2.39), (mobility, 2.33)])
def test_the_full_width_search_gives_the_value_and_line_of_figure_13(
    count: Callable[[chess.Board, chess.Color], float], value: float
) -> None:
    board = chess.Board("rnbqkb1r/pp2pppp/3p4/2P5/4n3/2P5/PP3PPP/RNBQKBNR w KQkq - 0 5")
    found, line = full_width(board, 4, count)
    assert found == pytest.approx(value, abs=0.005)
    assert board.variation_san(line) == "5. Qa4+ Nc6 6. Qxe4 dxc5"
