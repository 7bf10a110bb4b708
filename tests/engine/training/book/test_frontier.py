"""Which positions come first: what people play, by every order of moves, and where they are few what the judge prefers."""

import chess
import pytest

from books.building.build import MoveCount
from books.building.game_graph import GameGraph
from books.building.searches import Search
from books.key import encode, position_key
from engine.training.book import frontier as frontier_module
from engine.training.book.frontier import FORESEEN, BookNode, Frontier, Predicted, effort_of, predict_nothing, shares
from engine.training.book.strong_players import StrongPlayers
from tests.books.helpers import line


def graph_of(*lines: tuple[str, int]) -> GameGraph:
    """A graph of lines, each played so often and won by White."""
    counts: dict[tuple[int, int], int] = {}
    for text, games in lines:
        board = chess.Board()
        for move in line(text):
            name = position_key(board), encode(board, move)
            counts[name] = counts.get(name, 0) + games
            board.push(move)
    return GameGraph(MoveCount(key, move, games, 0, 0) for (key, move), games in sorted(counts.items()))


def search(board: chess.Board, *moves: str) -> Search:
    """A search that finds these moves, each 20 centipawns worse than the one before."""
    return Search(1_000, 5, tuple((encode(board, board.parse_san(san)), -20 * rank) for rank, san in enumerate(moves)))


def after(text: str) -> int:
    board = chess.Board()
    for move in line(text):
        board.push(move)
    return position_key(board)


def test_the_most_played_positions_come_first_and_orders_of_moves_add_up() -> None:
    graph = graph_of(("1.d4 d5 2.c4 e6", 40), ("1.c4 d5 2.d4 e6", 40), ("1.e4 e5 2.Nf3", 60))
    frontier = Frontier(graph, 140, 10)
    order: list[BookNode] = []
    while (node := frontier.pop()) is not None and len(order) < 40:
        order.append(node)
        frontier.expand(node, search(node.board, node.board.san(next(iter(node.board.legal_moves)))))
    keys = [node.key for node in order]
    assert len(set(keys)) == len(keys)
    assert keys[0] == after("")
    queens_gambit = next(node for node in order if node.key == after("1.d4 d5 2.c4"))
    assert queens_gambit.games == 80  # in two orders
    assert keys.index(after("1.e4")) < keys.index(after("1.d4"))
    children = frontier.nodes[after("1.d4 d5")].children
    assert children[encode(chess.Board(), chess.Move.from_uci("c2c4"))] == after("1.c4 d5 2.d4")


def test_what_people_would_play_is_looked_at_where_no_game_went() -> None:
    graph = graph_of(("1.d4 d5 2.c4 e6", 100))
    alapin, french = (encode(chess.Board(), chess.Move.from_uci(text)) for text in ("c2c3", "e7e6"))

    def reached(people: Predicted) -> dict[int, float]:
        frontier = Frontier(graph, 100, 10, people)
        for text, move in (("", "d4"), ("1.d4", "d5"), ("1.d4 d5", "c4")):
            node = next(one for one in iter(frontier.pop, None) if one.key == after(text))
            frontier.expand(node, search(node.board, move))
        return {node.key: node.games for node in iter(frontier.pop, None)}

    assert after("1.d4 e6") not in reached(predict_nothing)
    found = reached(lambda fen: {french: 0.2} if " b " in fen else {alapin: 0.1})
    assert found[after("1.d4 e6")] == pytest.approx(FORESEEN * 0.2 * 100, rel=0.05)
    assert found[after("1.d4 d5 2.c3")] == pytest.approx(FORESEEN * 0.1 * 100, rel=0.1)
    assert found[after("1.d4 d5 2.c4")] == 100


def test_what_people_would_play_late_is_not_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frontier_module, "LATE_PLY", 0)
    frontier = Frontier(graph_of(("1.d4", 9)), 9, 10, lambda _fen: pytest.fail("asked"))
    start = frontier.pop()
    assert start is not None
    frontier.expand(start, search(start.board, "d4"))
    assert start.children


def test_late_positions_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frontier_module, "LATE_PLY", 2)
    frontier = Frontier(graph_of(("1.d4 d5", 30), ("1.e4", 20), ("1.c4", 5)), 55, 10)
    order = []
    for node in iter(frontier.pop, None):
        order.append(node)
        frontier.expand(node, search(node.board, node.board.san(next(iter(node.board.legal_moves)))))
    keys = [node.key for node in order]
    assert keys.index(after("1.e4")) < keys.index(after("1.d4 d5")) < keys.index(after("1.c4"))
    assert next(node for node in order if node.key == after("1.d4 d5")).games == 30


def test_strong_people_are_asked() -> None:
    chances = StrongPlayers()(chess.STARTING_FEN)
    assert sum(chances.values()) == pytest.approx(1)
    e4, h4 = (encode(chess.Board(), chess.Move.from_uci(text)) for text in ("e2e4", "h2h4"))
    assert chances[e4] > 0.2 > 0.01 > chances[h4]


def test_where_games_are_few_the_judge_leads_on() -> None:
    board = chess.Board()
    graph = graph_of(("1.a3", 2))
    found = shares(graph, position_key(board), search(board, "d4", "e4"))
    d4, e4, a3 = (encode(board, board.parse_san(san)) for san in ("d4", "e4", "a3"))
    assert found[d4] > found[e4] > 0.1
    assert found[a3] == 0.25  # two games of two and six
    assert abs(sum(found.values()) - 1) < 1e-9
    many = shares(graph_of(("1.a3", 2_000)), position_key(board), search(board, "d4", "e4"))
    assert many[a3] > 0.99


def test_a_position_that_a_game_reached_counts_though_the_judge_dislikes_the_move() -> None:
    frontier = Frontier(
        graph_of(
            ("1.h4 a5", 1),
        ),
        1,
        10,
    )
    keys = set()
    while (node := frontier.pop()) is not None and node.ply < 3:
        keys.add(node.key)
        best = "d4" if node.ply % 2 == 0 else "d5"
        try:
            frontier.expand(node, search(node.board, best))
        except ValueError:
            continue
    assert after("1.h4") in keys
    assert after("1.h4 a5") in keys


def test_people_get_the_deepest_searches() -> None:
    efforts = [effort_of(games).nodes for games in (0.5, 5, 50, 500, 50_000)]
    assert efforts == sorted(efforts)
    assert efforts[-1] >= 100_000
