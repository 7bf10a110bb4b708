"""The predictor gives every legal move its probability, sees rating and history, and is the same for both colours."""

import itertools
import math
import os
from pathlib import Path

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.game.limits import GamePosition
from engine.ground.errors import MoveError, PositionError
from engine.human.predicted_player import PredictedPlayer, Site
from engine.human.predictor import Predictor, softmax
from engine.play.people.shallow_scores import ShallowScores
from tests.helpers.positions import random_boards

START = GamePosition(chess.STARTING_FEN, chess960=False)
MATE_IN_ONE = GamePosition(
    "r1bqkbnr/p1pp1ppp/1pn5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 2 4", chess960=False
)  # Qxf7


@pytest.fixture(scope="module")
def predictor() -> Predictor:
    return Predictor()


@pytest.fixture(scope="module")
def searching() -> Predictor:
    return Predictor(ShallowScores())


@pytest.mark.parametrize("elo", [800, 1500, 2200])
def test_every_legal_move_has_its_share_of_one(predictor: Predictor, searching: Predictor, elo: int) -> None:
    for board in random_boards(3, 20):
        if not any(board.legal_moves):
            continue
        for one in (predictor, searching):
            found = one.predict(GamePosition(board.fen(), chess960=False), PredictedPlayer(elo, elo))
            assert set(found) == {move.uci() for move in board.legal_moves}
            assert math.isclose(sum(found.values()), 1, abs_tol=1e-6)
            assert list(found.values()) == sorted(found.values(), reverse=True)


def test_a_finished_game_has_no_moves(searching: Predictor) -> None:
    stalemate = GamePosition("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", chess960=False)
    assert searching.predict(stalemate, PredictedPlayer(1500, 1500)) == {}


def test_black_is_seen_as_white_is(predictor: Predictor) -> None:
    """The same position with colours turned gets the same probabilities."""
    for board in random_boards(11, 10):
        if not any(board.legal_moves):
            continue
        turned = board.mirror()
        # The number of plies played tells who is to move, and is seen: turn it as well.
        turned.fullmove_number = board.fullmove_number + 50
        board.fullmove_number += 50
        first = predictor.predict(GamePosition(board.fen(), chess960=False), PredictedPlayer(1500, 1500))
        second = predictor.predict(GamePosition(turned.fen(), chess960=False), PredictedPlayer(1500, 1500))
        for move, chance in first.items():
            other = chess.Move.from_uci(move)
            other = chess.Move(
                chess.square_mirror(other.from_square), chess.square_mirror(other.to_square), other.promotion
            )
            # The age of the game in plies differs by one, for the other side is to move: the board network sees that.
            assert math.isclose(second[other.uci()], chance, abs_tol=5e-3)


def test_people_take_back_what_was_just_taken(predictor: Predictor) -> None:
    moves = ("e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5c6")
    found = predictor.predict(GamePosition(chess.STARTING_FEN, moves, chess960=False), PredictedPlayer(1500, 1500))
    assert found["d7c6"] + found["b7c6"] > 0.8


def test_a_stronger_player_finds_more_of_the_mates(searching: Predictor) -> None:
    weak, strong = (searching.predict(MATE_IN_ONE, PredictedPlayer(elo, elo))["f3f7"] for elo in (800, 2000))
    assert 0.5 < weak < strong


def test_the_site_of_the_rating_counts(predictor: Predictor) -> None:
    answers = {site: predictor.predict(START, PredictedPlayer(1500, 1500, 300, 0, site)) for site in Site}
    assert answers[Site.LICHESS] != answers[Site.CHESS_COM]


def test_the_same_question_has_the_same_answer(searching: Predictor) -> None:
    first = searching.predict(MATE_IN_ONE, PredictedPlayer(1200, 1300, 180, 2))
    searching.predict(START, PredictedPlayer(2000, 1300))
    assert searching.predict(MATE_IN_ONE, PredictedPlayer(1200, 1300, 180, 2)) == first


def test_bad_positions_and_moves_are_refused(predictor: Predictor) -> None:
    with pytest.raises(PositionError):
        predictor.predict(GamePosition("nonsense", chess960=False), PredictedPlayer(1500, 1500))
    with pytest.raises(MoveError):
        predictor.predict(GamePosition(chess.STARTING_FEN, ("e2e5",), chess960=False), PredictedPlayer(1500, 1500))


@settings(max_examples=50)
@given(st.lists(st.floats(-50, 50), min_size=1, max_size=60), st.floats(0.3, 3))
def test_heat_spreads_probabilities_and_keeps_their_order(logits: list[float], heat: float) -> None:
    shares = softmax(logits, heat)
    assert math.isclose(sum(shares), 1, abs_tol=1e-9)
    assert max(softmax(logits, 2 * heat)) <= max(shares) + 1e-12
    order = sorted(range(len(logits)), key=lambda index: logits[index])
    assert all(shares[low] <= shares[high] for low, high in itertools.pairwise(order))


def test_predictors_share_their_weights_but_not_their_buffers() -> None:
    """Each had a copy of 11 MB; the window makes five of them in a day of use."""
    first, second = Predictor(), Predictor()
    player, other = PredictedPlayer(1500, 1500), PredictedPlayer(900, 900)
    alone = [first.predict(MATE_IN_ONE, player), first.predict(START, other)]
    mixed = [second.predict(START, other), first.predict(MATE_IN_ONE, player), second.predict(MATE_IN_ONE, player)]
    assert mixed == [alone[1], alone[0], alone[0]]
    before = _resident_bytes()
    many = [Predictor() for _ in range(10)]
    for one in many:
        assert one.predict(START, other) == alone[1]
    assert _resident_bytes() - before < 10 * 5 * 2**20


def _resident_bytes() -> int:
    """0 where the system does not tell."""
    try:
        return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0
