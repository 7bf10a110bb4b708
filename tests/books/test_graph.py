"""The book as a graph: the positions that moves reach, and what a position is worth through those below it."""

import chess
from hypothesis import given
from hypothesis import strategies as st

from books import graph
from books.key import encode, position_key
from tests.books.helpers import after


@given(st.lists(st.integers(0, 30), max_size=30), st.booleans())
def test_the_children_are_the_positions_after_each_legal_move(choices: list[int], shuffled: bool) -> None:
    board = chess.Board.from_chess960_pos(17) if shuffled else chess.Board()
    for choice in choices:
        moves = sorted(board.legal_moves, key=chess.Move.uci)
        if not moves:
            break
        board.push(moves[choice % len(moves)])
    expected, below = {}, {}
    for move in board.legal_moves:
        code = encode(board, move)
        board.push(move)
        expected[code] = position_key(board)
        below[code] = frozenset(graph.children(board).values())
        board.pop()
    assert graph.children(board) == expected
    assert graph.replies(board) == below


def test_a_position_is_worth_its_best_move_and_the_exit_holds_it() -> None:
    below = {1: [2, 3], 2: [4], 3: [5]}
    values = {4: 50, 5: -20, 1: 999}
    worth = graph.back_up(below, values)
    assert (worth[2], worth[3], worth[1]) == (-50, 20, 50)
    assert graph.back_up(below, values, {3: 70})[1] == 50  # after 3 the opponent has better outside the book
    assert graph.back_up(below, values, {2: 70, 3: 70})[1] == -70
    assert graph.back_up(below, values, {1: 60})[1] == 60


def test_a_transposition_has_one_worth_and_a_cycle_ends() -> None:
    one, other = after("1.e4 e5 2.Nf3"), after("1.Nf3 e5 2.e4")
    assert position_key(one) == position_key(other)
    assert graph.back_up({1: [3], 2: [3]}, {3: 80}) == {1: -80, 2: -80, 3: 80}
    looped = graph.back_up({1: [2], 2: [1, 3]}, {3: 10})
    assert looped[2] >= -10


@given(
    st.dictionaries(st.integers(0, 8), st.lists(st.integers(0, 8), max_size=4)),
    st.dictionaries(st.integers(0, 8), st.integers(-500, 500)),
)
def test_backing_up_ends_on_any_graph(below: dict[int, list[int]], values: dict[int, int]) -> None:
    worth = graph.back_up(below, values)
    assert set(worth) >= set(values)
