"""Each node of the window's tree holds the position after its move, wherever the tree turns."""

import random

import chess
import pytest

from engine.game.tree import Game
from engine.pgn.reader import first_game

RING = ("Nf3", "Nf6", "Ng1", "Ng8")


def check(game: Game, chess960: bool = False) -> int:
    """Compares every position with python-chess. Returns the number of nodes."""
    boards = {0: chess.Board(game.start_fen, chess960=chess960)}
    count = 0
    for node in game.table:
        if node.id:
            board = boards[node.parent].copy(stack=False)
            board.push(chess.Move.from_uci(node.uci))
            boards[node.id] = board
            assert game.fen(node.id) == board.fen(), node
            count += 1
    return count


def random_tree(source: random.Random, plies: int, passes: bool) -> str:
    words = []
    board = chess.Board()
    for _ in range(plies):
        moves = list(board.legal_moves)
        if not moves:
            break
        chosen = source.choice(moves)
        words.append(board.san(chosen))
        for other in source.sample(moves, min(2, len(moves))):
            behind = board.copy(stack=False)
            behind.push(other)
            replies = list(behind.legal_moves)
            more = behind.san(source.choice(replies)) if replies else ""
            words.append(f"({board.san(other)} {more} )")
        if passes and not board.is_check():
            words.append("(-- )")
        board.push(chosen)
    return " ".join([*words, "*"])


@pytest.mark.parametrize("passes", [False, True])
def test_random_trees(passes: bool) -> None:
    source = random.Random(11)
    for _ in range(10):
        assert check(first_game(random_tree(source, 60, passes))) > 100


def test_variations_all_along_a_line_that_the_board_cannot_hold() -> None:
    other = ("a3", "a6", "b3", "b6")
    words = [f"{RING[ply % 4]} ({other[ply % 4]} {other[(ply + 1) % 4]})" for ply in range(3000)]
    assert check(first_game(" ".join([*words, "*"]))) == 9000


def test_null_moves_all_along_a_line() -> None:
    game = first_game("Nf3 -- Ng1 -- " * 400 + "*")
    assert check(game) == 1600


def test_a_game_from_a_position_of_chess960() -> None:
    text = '[Variant "Chess960"]\n[FEN "r3k1r1/6p1/8/8/8/8/6P1/R3K1R1 w GAga - 0 1"]\n\n'
    game = first_game(text + "1. O-O (1. O-O-O O-O) (1. Rb1 Kd7) O-O-O *")
    assert check(game, chess960=True) == 6
