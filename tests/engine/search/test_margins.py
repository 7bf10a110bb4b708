"""Margins of the search: each has its place in the tree, its own values by evaluation, and a range that is kept."""

import pytest

from engine.evaluation.network import shipped
from engine.rules.board import CoreBoard
from engine.search.margins import MARGIN_TABLE
from engine.search.searcher import Searcher

POSITIONS = (
    "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 4 8",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "8/pp3pk1/2p1n1p1/3r3p/7P/1P2RNP1/P4PK1/8 w - - 0 30",
)


def _nodes(searcher: Searcher) -> list[int]:
    """Nodes of a search of each position to one and the same depth."""
    counts = []
    for fen in POSITIONS:
        board = CoreBoard.from_fen(fen, chess960=False)
        searcher.clear()
        searcher.begin()
        searcher.run(board, board.legal_moves(), 9, 0, 0, 1, None, None)
        counts.append(searcher.nodes())
    return counts


def test_each_margin_has_its_values_once() -> None:
    assert [margin.place for margin in MARGIN_TABLE] == list(range(len(MARGIN_TABLE)))


def test_values_lie_inside_their_ranges() -> None:
    for margin in MARGIN_TABLE:
        assert margin.low <= min(margin.network, margin.classical) and margin.step > 0
        assert max(margin.network, margin.classical) <= margin.high
    assert len({margin.name for margin in MARGIN_TABLE}) == len(MARGIN_TABLE)


def test_the_network_and_the_classical_evaluation_have_their_own() -> None:
    searcher = Searcher()
    classical = _nodes(searcher)
    searcher.set_margins([margin.classical for margin in MARGIN_TABLE])
    assert _nodes(searcher) == classical
    searcher.set_network(shipped())
    network = _nodes(searcher)
    searcher.set_margins([margin.network for margin in MARGIN_TABLE])
    assert _nodes(searcher) == network != classical


@pytest.mark.parametrize("index", range(len(MARGIN_TABLE)), ids=[margin.name for margin in MARGIN_TABLE])
def test_every_margin_changes_the_tree(index: int) -> None:
    searcher = Searcher()
    searcher.set_network(shipped())
    usual = _nodes(searcher)
    trees = []
    for extreme in (MARGIN_TABLE[index].low, MARGIN_TABLE[index].high):
        margins = [margin.network for margin in MARGIN_TABLE]
        margins[index] = extreme
        searcher.set_margins(margins)
        trees.append(_nodes(searcher))
    assert trees != [usual, usual]
    searcher.set_network(shipped())
    assert _nodes(searcher) == usual, "a change of network brings back its own margins"


@pytest.mark.parametrize(
    ("margins", "message"),
    [
        ([1, 2], "2 margins given"),
        ([margin.high + 1 for margin in MARGIN_TABLE], f"'{MARGIN_TABLE[0].name}'.*outside"),
    ],
)
def test_wrong_margins_are_refused(margins: list[int], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Searcher().set_margins(margins)
