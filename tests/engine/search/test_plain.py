"""The alpha-beta of the source texts: figure 13, full width, captures, draws among equals, limits."""

from dataclasses import replace

import chess
import pytest

from engine.evaluation.charted import ChartedEvaluation
from engine.evaluation.texts.figures import FIGURE_13, SICILIAN, board_of
from engine.evaluation.texts.presets import BROWSER, PERUS_SHAKKI, PRESETS, TURSAS
from engine.evaluation.texts.style import ORDERINGS, Style, StyleSearch
from engine.rules.board import CoreBoard
from engine.search.plain import PlainSearcher
from engine.search.searcher import SCORE_MATE, PvLine
from tests.helpers.full_width import full_width, pseudo_legal_mobility
from tests.helpers.positions import core_of, random_boards


def search(
    style: Style,
    board: CoreBoard,
    depth: int = 120,
    nodes: int = 0,
    lines: int = 1,
    searcher: PlainSearcher | None = None,
) -> list[PvLine]:
    searcher = searcher or PlainSearcher(style)
    searcher.begin()
    return searcher.run(board, board.legal_moves(), depth, nodes, 0, lines, None, None)


@pytest.mark.parametrize(("style", "value"), [(FIGURE_13[0], 239), (FIGURE_13[1], 233)])
def test_figure_13_has_the_value_and_the_line_of_the_text(style: Style, value: int) -> None:
    board = board_of(SICILIAN)
    (line,) = search(style, board)
    assert (line.score, line.depth) == (value, 4)
    assert [board.uci(move) for move in line.pv] == ["d1a4", "b8c6", "a4e4", "d6c5"]


@pytest.mark.parametrize("ordering", ORDERINGS)
def test_the_search_is_full_width_whatever_the_ordering(ordering: str) -> None:
    style = replace(FIGURE_13[0], search=StyleSearch(depth=2, ordering=ordering))
    for at, board in enumerate(random_boards(11, 120)):
        if at % 12 == 0 and not board.is_game_over() and board.halfmove_clock < 90:
            value, _ = full_width(board, 2, pseudo_legal_mobility)
            (line,) = search(style, core_of(board))
            assert line.score == round(100 * value) or (abs(line.score) > SCORE_MATE - 10 and abs(value) >= 999), (
                board.fen()
            )


def test_the_value_of_a_search_is_that_of_the_leaf_at_the_end_of_its_line() -> None:
    for style in PRESETS.values():
        plain = replace(style, search=replace(style.search, hurry=0, table=False))
        for at, board in enumerate(random_boards(5, 60)):
            if at % 6 or board.is_game_over():
                continue
            (line,) = search(plain, core_of(board), depth=3)
            leaf = core_of(board)
            for move in line.pv:
                leaf.push(move)
            if abs(line.score) < SCORE_MATE - 100 and leaf.legal_moves():
                worth = ChartedEvaluation(plain).evaluate(leaf)
                drawn = leaf.repetitions() or leaf.halfmove_clock >= 100 or leaf.is_insufficient_material()
                assert line.score == (0 if drawn else worth if len(line.pv) % 2 == 0 else -worth), board.fen()


def test_captures_are_followed_only_where_the_style_wants_it() -> None:
    board = board_of("4k3/8/3p4/4p3/8/8/8/4QK2 w - - 0 1")  # Qxe5+ loses the queen
    greedy = Style("greedy", {"material": (1, 1, 1)}, search=StyleSearch(depth=1))
    careful = replace(greedy, search=StyleSearch(depth=1, quiescence=4))
    assert [board.uci(search(style, board)[0].pv[0]) == "e1e5" for style in (greedy, careful)] == [True, False]


def test_the_browser_program_draws_among_equal_moves_rounded_to_a_tenth() -> None:
    board = CoreBoard.start()
    assert search(BROWSER, board)[0].score % 10 == 0
    flat = Style("flat", {"material": (1, 1, 1)}, search=replace(BROWSER.search, depth=2))
    searcher, chosen = PlainSearcher(flat), []
    for seed in (*range(12), 3):
        searcher.seed(seed)
        (line,) = search(flat, board, searcher=searcher)
        assert line.score == 0
        chosen.append(line.pv[0])
    assert len(set(chosen)) > 5 and chosen[3] == chosen[-1]


def test_a_win_is_worth_more_the_sooner_it_comes() -> None:
    board = board_of("4k3/8/8/3q4/8/8/8/3QK3 w - - 0 1")
    calm = replace(PERUS_SHAKKI, search=StyleSearch(depth=3))
    hurried = replace(PERUS_SHAKKI, search=StyleSearch(depth=3, hurry=5))
    scores = [search(style, board)[0].score for style in (calm, hurried)]
    assert scores[0] - scores[1] == 15


@pytest.mark.parametrize("style", [*PRESETS.values()], ids=list(PRESETS))
def test_a_mate_in_two_is_found_and_named_as_one(style: Style) -> None:
    board = board_of("7k/8/5K2/8/8/8/8/R7 w - - 0 1")
    (line,) = search(style, board, depth=4)
    assert line.score == SCORE_MATE - 3 and len(line.pv) == 3


def test_limits_of_nodes_and_lines_are_obeyed() -> None:
    board = CoreBoard.start()
    searcher = PlainSearcher(TURSAS)
    search(TURSAS, board, nodes=3_000, searcher=searcher)
    assert 0 < searcher.nodes() <= 3_100
    lines = search(TURSAS, board, depth=2, lines=3)
    assert [line.multipv for line in lines] == [1, 2, 3] and len({line.pv[0] for line in lines}) == 3
    assert lines[0].score >= lines[1].score >= lines[2].score


def test_a_changed_style_counts_from_the_next_search_on() -> None:
    board = board_of("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
    searcher = PlainSearcher(PERUS_SHAKKI)
    before = search(PERUS_SHAKKI, board, depth=1, searcher=searcher)[0].score
    searcher.set_style(PERUS_SHAKKI.with_weight("material", (9.0, 9.0, 9.0)))
    assert search(PERUS_SHAKKI, board, depth=1, searcher=searcher)[0].score > before + 500


@pytest.mark.parametrize("style", [*PRESETS.values()], ids=list(PRESETS))
def test_each_program_plays_a_game_to_its_end(style: Style) -> None:
    quick = replace(style, search=replace(style.search, depth=2))
    searcher = PlainSearcher(quick)
    searcher.seed(1)
    board, seen = chess.Board(), 0
    while not board.is_game_over(claim_draw=True) and seen < 300:
        board.push(chess.Move.from_uci(core_of(board).uci(search(quick, core_of(board), searcher=searcher)[0].pv[0])))
        seen += 1
    assert seen > 10
