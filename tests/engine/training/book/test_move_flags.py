"""A move is worth what the position it reaches is worth: it is played if that is near the best, and condemned only by two."""

from dataclasses import replace

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from books.analysis import MATE_CP
from books.building.build import MoveCount
from books.building.searches import Search
from books.entry import Flag
from books.key import encode, position_key
from engine.training.book.condemned import loss
from engine.training.book.denial import (
    CONFIRMED,
    LATE_SHORTFALL_CP,
    PRACTISED_GAMES,
    SETTLED,
    SHORTFALL_CP,
    UNPLAYED_SHORTFALL_CP,
    denied,
)
from engine.training.book.frontier import LATE_PLY, BookNode, SearchEffort
from engine.training.book.move_flags import MARGINS, PRACTICE, flagged_moves
from engine.training.book.values import SearchedValue, backed_up, move_values
from tests.books.helpers import line


def tree(*lines: str) -> dict[int, BookNode]:
    """The positions of some lines."""
    nodes: dict[int, BookNode] = {}
    for text in lines:
        board = chess.Board()
        node = nodes.setdefault(position_key(board), BookNode(board.fen(), position_key(board), 1, 0))
        for ply, move in enumerate(line(text), 1):
            code = encode(board, move)
            board.push(move)
            key = position_key(board)
            node.children[code] = key
            node = nodes.setdefault(key, BookNode(board.fen(), key, 1, ply))
    return nodes


def at(text: str) -> int:
    board = chess.Board()
    for move in line(text):
        board.push(move)
    return position_key(board)


def code(text: str) -> int:
    """The code of the last move of a line."""
    board = chess.Board()
    *before, last = line(text)
    for move in before:
        board.push(move)
    return encode(board, last)


def found(text: str, *values: tuple[str, int]) -> Search:
    return Search(40_000, 9, tuple((code(f"{text} {san}"), value) for san, value in values))


def keeps(
    value: int, nodes: int = 40_000, *, promised: int = 40_000, ply: int = 0, backed: int = 60, games: int = 1
) -> bool:
    """Is 1.e4, of which 60 was promised, still played when a search behind it finds `value`?"""
    e4 = code("1.e4")
    node = replace(tree("1.e4")[at("")], ply=ply)
    search = found("", ("e4", 60))._replace(nodes=promised)
    after = found("1.e4", ("e5", -value))._replace(nodes=nodes)
    return denied(node, search, {at("1.e4"): after}, {e4: SearchedValue(backed, nodes)}, {e4: games}) != {e4}


def test_a_move_that_keeps_much_less_than_was_promised_is_denied() -> None:
    assert not keeps(60 - SHORTFALL_CP)
    assert keeps(61 - SHORTFALL_CP)
    assert not keeps(61 - SHORTFALL_CP, ply=LATE_PLY)
    assert keeps(61 - LATE_SHORTFALL_CP, ply=LATE_PLY)
    assert not keeps(60 - UNPLAYED_SHORTFALL_CP, games=0)
    assert keeps(61 - UNPLAYED_SHORTFALL_CP, games=0)
    assert keeps(60 - SHORTFALL_CP, promised=200_000)  # the promise looked deeper
    assert not keeps(60, backed=60 - SHORTFALL_CP)  # what lies farther behind denies it


@pytest.mark.parametrize(
    ("games", "settled"), [(PRACTISED_GAMES, CONFIRMED), (PRACTISED_GAMES - 1, SETTLED), (0, SETTLED)]
)
def test_a_denied_move_is_cleared_by_deep_searches_before_and_behind_it(games: int, settled: SearchEffort) -> None:
    assert keeps(0, settled.nodes, promised=settled.nodes, games=games)
    assert not keeps(0, settled.nodes - 1, promised=settled.nodes, games=games)
    assert not keeps(0, settled.nodes, promised=settled.nodes - 1, games=games)


def test_what_nobody_played_may_keep_a_little_less_once_it_is_confirmed() -> None:
    little = 60 - UNPLAYED_SHORTFALL_CP
    assert keeps(little, CONFIRMED.nodes, promised=CONFIRMED.nodes, games=0)
    assert not keeps(little, CONFIRMED.nodes - 1, promised=CONFIRMED.nodes, games=0)
    assert not keeps(60 - SHORTFALL_CP, CONFIRMED.nodes, promised=CONFIRMED.nodes, games=0)


def test_a_move_needs_a_search_behind_it() -> None:
    (start,) = tree("")
    e4, search = code("1.e4"), found("", ("e4", 60))
    node = BookNode(chess.STARTING_FEN, start, 1, 0)
    assert denied(node, search, {}, {e4: SearchedValue(60, 40_000)}, {}) == {e4}


def test_a_move_that_the_search_did_not_look_at_is_denied_until_both_are_deep_or_people_play_it() -> None:
    e4, d4 = code("1.e4"), code("1.d4")
    node = tree("1.e4", "1.d4")[at("")]
    after = {at("1.e4"): found("1.e4", ("e5", -60)), at("1.d4"): found("1.d4", ("d5", -60))}
    known = {e4: SearchedValue(60, 40_000), d4: SearchedValue(60, 40_000)}
    assert denied(node, found("", ("e4", 60)), after, known, {}) == {d4}
    assert denied(node, found("", ("e4", 60), ("d4", 60)), after, known, {}) == set()
    assert denied(node, found("", ("e4", 60)), after, known, {d4: PRACTISED_GAMES - 1}) == {d4}
    assert denied(node, found("", ("e4", 60)), after, known, {d4: PRACTISED_GAMES}) == set()
    deep = found("", ("e4", 60))._replace(nodes=CONFIRMED.nodes)
    assert denied(node, deep, after, known, {}) == {d4}
    after[at("1.d4")] = after[at("1.d4")]._replace(nodes=CONFIRMED.nodes)
    assert denied(node, deep, after, known, {}) == set()


def test_a_denied_move_is_unchecked() -> None:
    e4 = code("1.e4")
    count = [MoveCount(at(""), e4, 3, 0, 0)]
    flags = [
        flagged_moves(count, {e4: 1.0}, {e4: SearchedValue(60, 40_000)}, {}, denied)[0].flag for denied in ((), {e4})
    ]
    assert flags[0].playable
    assert flags[1] is Flag.UNCHECKED


def test_a_value_goes_back_by_every_order_of_moves() -> None:
    nodes = tree("1.d4 d5 2.c4", "1.c4 d5 2.d4")
    searches = {
        at(""): found("", ("d4", 20)),
        at("1.d4"): found("1.d4", ("d5", -20)),
        at("1.c4"): found("1.c4", ("d5", -20)),
        at("1.d4 d5"): found("1.d4 d5", ("c4", 20)),
        at("1.c4 d5"): found("1.c4 d5", ("d4", 20)),
        at("1.d4 d5 2.c4"): found("1.d4 d5 2.c4", ("e6", 90)),  # Black is found to be better
    }
    backed = backed_up(nodes, searches)
    assert backed[at("1.d4 d5")] == backed[at("1.c4 d5")] == (-90, 40_000)
    assert backed[at("")].value == -90
    own = move_values(nodes[at("1.c4 d5")], searches[at("1.c4 d5")], searches, backed)
    assert own[code("1.c4 d5 2.d4")] == SearchedValue(-90, 40_000)


def test_the_best_move_outside_the_book_counts_until_its_position_is_searched() -> None:
    nodes = tree("1.e4")
    searches = {at(""): found("", ("d4", 30)), at("1.e4"): found("1.e4", ("e5", 10))}
    assert backed_up(nodes, searches)[at("")].value == 30
    nodes = tree("1.e4", "1.d4")
    searches[at("1.d4")] = found("1.d4", ("d5", 25))
    assert backed_up(nodes, searches)[at("")].value == -10


def test_a_deep_search_of_a_position_outweighs_short_ones_behind_it() -> None:
    nodes = tree("1.e4 e5")
    searches = {at("1.e4"): found("1.e4", ("e5", -40)), at("1.e4 e5"): found("1.e4 e5", ("Nf3", 10))}
    assert backed_up(nodes, searches)[at("1.e4")].value == -10
    searches[at("1.e4")] = searches[at("1.e4")]._replace(nodes=1_000_000)
    assert backed_up(nodes, searches)[at("1.e4")] == (-40, 1_000_000)


def test_a_short_search_behind_a_move_makes_it_no_better_than_the_deep_search_of_the_position() -> None:
    nodes, d4 = tree("1.d4"), code("1.d4")
    searches = {at(""): found("", ("e4", 30)), at("1.d4"): found("1.d4", ("d5", -80))}
    assert move_values(nodes[at("")], searches[at("")], searches, {})[d4] == SearchedValue(80, 40_000)
    searches[at("")] = searches[at("")]._replace(nodes=80_001)
    assert move_values(nodes[at("")], searches[at("")], searches, {})[d4] == SearchedValue(30, 40_000)
    searches[at("1.d4")] = found("1.d4", ("d5", 10))
    assert move_values(nodes[at("")], searches[at("")], searches, {})[d4] == SearchedValue(-10, 40_000)


def test_a_mate_is_a_move_farther_away_from_a_move_before() -> None:
    nodes = tree("1.f3 e5 2.g4")
    searches = {
        at("1.f3 e5"): found("1.f3 e5", ("Nc3", -100)),
        at("1.f3 e5 2.g4"): found("1.f3 e5 2.g4", ("Qh4", MATE_CP - 1)),
    }
    own = move_values(nodes[at("1.f3 e5")], searches[at("1.f3 e5")], searches, backed_up(nodes, searches))
    assert own[code("1.f3 e5 2.g4")].value == -(MATE_CP - 2)
    assert own[code("1.f3 e5 2.Nc3")].value == -100


def test_what_a_move_gives_away_is_the_difference_of_two_searches() -> None:
    assert loss(found("", ("d4", 30)), found("1.f3", ("e5", 80))) == 110


WORTH = st.builds(SearchedValue, st.integers(-400, 400), st.sampled_from((20_000, 60_000, 200_000, 1_000_000)))


@given(
    st.dictionaries(st.integers(1, 9), WORTH, min_size=1),
    st.dictionaries(st.integers(1, 9), st.integers(1, 500)),
    st.dictionaries(st.integers(1, 9), st.integers(60, 400), max_size=2),
)
def test_only_what_is_near_the_best_is_played_and_only_two_judges_condemn(
    known: dict[int, SearchedValue], games: dict[int, int], condemned: dict[int, int]
) -> None:
    best = max(worth.value for worth in known.values())
    condemned = {move: lost for move, lost in condemned.items() if move in known and known[move].value < best}
    counts = [MoveCount(1, move, count, 0, 0) for move, count in games.items()]
    total = sum(games.values()) + 6
    shares = {move: (games.get(move, 0) + 6 * (move in known) / len(known)) / total for move in {*known, *games}}
    given_flags = flagged_moves(counts, shares, known, condemned)
    for verdict in given_flags:
        if verdict.flag.playable:
            assert best - known[verdict.move].value <= max(MARGINS[0][1], *(behind for _, _, behind in PRACTICE))
            assert verdict.move not in condemned
        assert (verdict.flag in (Flag.BAD, Flag.DUBIOUS)) == (verdict.move in condemned)
        assert verdict.weight > 0
    assert given_flags[0].flag.playable  # the best move at least
    assert {verdict.move for verdict in given_flags} == {*shares, *known}
