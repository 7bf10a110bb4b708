"""What is written is read the same: real games, random trees with everything in them, and what users type into comments."""

import random
from itertools import islice
from pathlib import Path

import chess
import chess.pgn
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.pgn.edit import save_games
from engine.pgn.node import Node
from engine.pgn.reader import games_of, read_games
from engine.pgn.values import PgnGame
from engine.pgn.writer import written_game
from tests.helpers.shared import shared_file

COMMENTS = (
    "good",
    "[%clk 1:02:03] [%eval -0.35]",
    "[%cal Gd1d8,Rc8f5,Yb7b6,Gd1d7,Gd1d6,Gd1d5,Gd1d4,Gd1d3,Gd1d2,Ra8a1,Rb8b1,Rc8c1] " + "and so on" + " and so on" * 11,
    "two  spaces,   three",
    "a paragraph\n\nand another",
    'says 1-0 ; and ( or ) or $5 or [Event "x"] or 100 %',
    "% begins here" + " and % again" * 12,
    "Ünïcödé ♘ 棋" + " Ünïcödé ♘ 棋" * 9,
    "x" * 200,
)


def same(first: Node, second: Node) -> bool:
    """Whether two trees say the same."""
    waiting = [(first, second)]
    while waiting:
        one, other = waiting.pop()
        mine = (one.uci, one.san, one.comments, one.before, one.nags, one.unread, len(one.children))
        if mine != (other.uci, other.san, other.comments, other.before, other.nags, other.unread, len(other.children)):
            return False
        waiting += zip(one.children, other.children, strict=True)
    return True


def random_tree(source: random.Random) -> Node:
    """A game with variations, comments and NAGs, its moves made by python-chess."""
    root = Node()
    waiting = [(root, chess.Board(), source.randint(1, 30), 3)]
    while waiting:
        node, board, plies, depth = waiting.pop()
        for _ in range(plies):
            moves = list(board.legal_moves)
            if not moves:
                break
            chosen = source.sample(moves, min(len(moves), 1 + (depth > 0 and source.random() < 0.15)))
            children = []
            for move in chosen:
                child = Node(move.uci(), board.san(move))
                if source.random() < 0.2:
                    child.comments = tuple(source.sample(COMMENTS, source.randint(1, 2)))
                child.nags = tuple(source.sample(range(256), source.randint(0, 2)))
                children.append(child)
            node.children = tuple(children)
            for child, move in list(zip(children, chosen, strict=True))[1:]:
                after = board.copy()
                after.push(move)
                if source.random() < 0.3:
                    child.before = ("an idea",)
                waiting.append((child, after, source.randint(0, 8), depth - 1))
            board.push(chosen[0])
            node = children[0]
    return root


@given(st.integers(0, 1 << 32))  # drawing each choice by itself would take a minute
@settings(max_examples=60, deadline=None)
def test_random_trees_come_back_as_they_were(seed: int) -> None:
    root = random_tree(random.Random(seed))
    text = written_game(PgnGame({"White": "A", "Zeta": "z", "Alpha": 'quote " and \\ and ]'}, root, "1/2-1/2"))
    (game,) = games_of(text)
    assert not game.problems
    assert same(game.root, root)
    assert written_game(game) == text
    assert game.headers["Alpha"] == 'quote " and \\ and ]'


def test_python_chess_reads_the_same_moves_from_what_is_written() -> None:
    import io

    for seed in range(20):
        root = random_tree(random.Random(seed))
        theirs = chess.pgn.read_game(io.StringIO(written_game(PgnGame({}, root))))
        assert theirs is not None and not theirs.errors
        line = []
        node = root
        while node.children:
            node = node.children[0]
            line.append(node.uci)
        assert [move.uci() for move in theirs.mainline_moves()] == line


def assert_saved_games_come_back(source: Path, target: Path, count: int) -> None:
    """Read, saved as a file, read from it: the same; saved once more: the same bytes."""
    games = list(islice(read_games(source), count))
    save_games(target, map(written_game, games))
    for game, again in zip(games, read_games(target), strict=True):
        assert again.headers == game.headers and again.result == game.result
        assert same(again.root, game.root)
    before = target.read_bytes()
    assert all(len(line) < 80 for line in before.splitlines())
    save_games(target, map(written_game, list(read_games(target))))
    assert target.read_bytes() == before


def test_two_thousand_real_games_come_back_as_they_were(tmp_path: Path) -> None:
    assert_saved_games_come_back(shared_file("data/games/sample_2000.pgn"), tmp_path / "a.pgn", 2000)


@pytest.mark.long
@pytest.mark.parametrize("name", ["gnuchess_book_pd", "classics_to_1969"])
def test_a_hundred_thousand_real_games_come_back_as_they_were(name: str, tmp_path: Path) -> None:
    # 60,000 and 46,967 games: promise P6 asks for 100,000 in the long run.
    source = shared_file(f"data/games/{name}.pgn.gz")
    assert_saved_games_come_back(source, tmp_path / "a.pgn", 60_000)


@pytest.mark.long
@pytest.mark.parametrize("chunk", range(4))
def test_two_thousand_random_trees_come_back_as_they_were(chunk: int) -> None:
    for seed in range(chunk * 500, (chunk + 1) * 500):
        root = random_tree(random.Random(seed))
        text = written_game(PgnGame({}, root, "*"))
        (game,) = games_of(text)
        assert same(game.root, root), seed
        assert written_game(game) == text, seed


def test_seven_tags_come_first_and_the_others_sorted() -> None:
    text = written_game(PgnGame({"Zeta": "1", "Black": "b", "Annotator": "2"}, Node(), "0-1"))
    names = [line[1:].split()[0] for line in text.splitlines() if line.startswith("[")]
    assert names == ["Event", "Site", "Date", "Round", "White", "Black", "Result", "Annotator", "Zeta"]
    assert text.endswith('[Zeta "1"]\n\n0-1\n')


def test_a_comment_with_a_closing_brace_is_written_to_the_end_of_the_line() -> None:
    node = Node("e2e4", "e4")
    node.comments = ("smile :} here\nand there",)
    root = Node()
    root.children = (node,)
    text = written_game(PgnGame({}, root))
    assert "; smile :} here\n; and there\n*" in text
    assert games_of(text)[0].root.children[0].comments == ("smile :} here", "and there")


def test_sans_equal_those_of_python_chess() -> None:
    path = shared_file("data/games/sample_2000.pgn")
    for game in islice(read_games(path), 0, 2000, 40):
        board = chess.Board()
        for node in game.main_line():
            move = board.parse_uci(node.uci)
            assert board.san(move) == node.san
            board.push(move)
