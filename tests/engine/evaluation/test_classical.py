"""The evaluation: symmetric, the sum of its traced terms, and right about plainly drawn and won endings."""

import random

import chess
import pytest

from engine.evaluation.classical import coefficients, default_weights, set_default_weights
from engine.evaluation.terms import linear_count, term_offsets, weight_count
from engine.rules.board import CoreBoard
from tests.helpers.positions import core_of, evaluate


def random_positions(count: int, seed: int) -> list[chess.Board]:
    rng = random.Random(seed)
    boards: list[chess.Board] = []
    while len(boards) < count:
        board = chess.Board()
        for _ in range(rng.randrange(4, 120)):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(rng.choice(moves))
        if not board.is_game_over():
            board.clear_stack()
            boards.append(board)
    return boards


def test_both_colours_are_judged_alike() -> None:
    for board in random_positions(150, seed=1):
        here = evaluate(core_of(board))
        assert evaluate(core_of(board.mirror())) == here, board.fen()


def test_left_and_right_are_judged_alike_where_nobody_can_castle() -> None:
    for board in random_positions(150, seed=2):
        board.set_castling_fen("-")
        board.ep_square = None
        mirrored = board.transform(chess.flip_horizontal)
        assert evaluate(core_of(mirrored)) == evaluate(core_of(board)), board.fen()


def test_the_trace_adds_up_to_the_score() -> None:
    weights = default_weights()
    for board in random_positions(60, seed=3):
        white, black, phase, total = coefficients(core_of(board))
        sums = [sum((white[i] - black[i]) * weights[i][half] for i in range(linear_count())) for half in range(2)]
        for side, counts in ((1, white), (-1, black)):
            danger = sum(counts[i] * weights[i][0] for i in range(linear_count(), weight_count()))
            danger = min(max(danger, 0), 1600)
            sums[0] += side * (danger * danger // 4096)
            sums[1] += side * (danger // 16)
        if phase == 24:
            assert total == sums[0], board.fen()
        else:
            # Endings that are drawn as a rule keep only part of the endgame half.
            low, high = sorted((0, sums[1]))
            top = (sums[0] * phase + high * (24 - phase)) / 24
            bottom = (sums[0] * phase + low * (24 - phase)) / 24
            assert bottom - 1 <= total <= top + 1 or phase <= 8, board.fen()


def test_the_terms_fill_the_list_of_weights_without_gap() -> None:
    offsets = list(term_offsets().values())
    assert offsets[0] == 0
    assert offsets == sorted(set(offsets))
    assert weight_count() == len(default_weights())


def test_a_wrong_number_of_weights_is_refused() -> None:
    with pytest.raises(ValueError, match="weights given"):
        set_default_weights([(0, 0)])


@pytest.mark.parametrize(
    "fen",
    [
        "8/8/4k3/8/8/3BK3/8/8 w - - 0 1",  # a lone bishop
        "k7/8/8/8/P7/8/3B4/K7 w - - 0 1",  # a rook pawn and a dark bishop, which never guards a8
        "8/8/8/4k3/8/8/3NN3/4K3 w - - 0 1",  # two knights
    ],
)
def test_drawn_endings_score_next_to_nothing(fen: str) -> None:
    assert abs(evaluate(CoreBoard.from_fen(fen, chess960=False))) <= 20


def test_bishop_and_knight_drive_the_king_to_the_bishops_corner() -> None:
    # A dark-squared bishop mates on a1 or h8 only (any endgame manual).
    right = evaluate(
        CoreBoard.from_fen("7k/8/5K2/8/8/8/3B4/6N1 w - - 0 1", chess960=False)
    )  # dark bishop, dark corner h8
    wrong = evaluate(
        CoreBoard.from_fen("k7/8/2K5/8/8/8/3B4/6N1 w - - 0 1", chess960=False)
    )  # dark bishop, light corner a8
    assert right > wrong + 100


def test_the_square_rule_counts() -> None:
    # Figure 9 of the source texts: White to move wins, Black to move draws.
    white = evaluate(CoreBoard.from_fen("1k6/8/8/5P2/8/8/8/K7 w - - 0 1", chess960=False))
    black = -evaluate(CoreBoard.from_fen("1k6/8/8/5P2/8/8/8/K7 b - - 0 1", chess960=False))
    assert white > black + 200
