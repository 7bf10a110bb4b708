"""Expected scores by rating, traps and novelties, on numbers that are worked out by hand."""

import math
from pathlib import Path

import chess
import pytest

from books.collection.game_collection import Collection
from books.collection.importing.imports import import_pgn
from books.explorer.counted import STEP_ELO, ResultTally
from books.explorer.explorer import explore
from books.preparation.expected_scores import PRIOR, by_move, expected_scores, weight
from books.preparation.traps import LikelyReply, trap_after, trap_of
from engine.rules.board import CoreBoard
from tests.books.helpers import after

E4, D4, C4 = (chess.Move.from_uci(text) for text in ("e2e4", "d2d4", "c2c4"))


def _white(rating: int, wins: int, draws: int, losses: int) -> dict[int, ResultTally]:
    return {rating - STEP_ELO // 2: ResultTally(wins, draws, losses)}  # the middle of the step is the rating


def test_a_score_is_drawn_towards_the_prediction() -> None:
    games = {E4: _white(1600, 2, 1, 1)}  # 2.5 of 4
    found = expected_scores(chess.Board(), [E4, D4], 1600, games, lambda board, move: 0.5 if move == E4 else 0.45)
    assert found[E4].score == pytest.approx((2.5 + PRIOR * 0.5) / (4 + PRIOR))
    assert found[E4].games == pytest.approx(4)
    assert found[D4] == (0.45, 0.0, True)


def test_many_games_outweigh_the_prediction() -> None:
    games = {E4: _white(1600, 600, 0, 400)}
    found = expected_scores(chess.Board(), [E4], 1600, games, lambda board, move: 0.1)
    assert found[E4].score == pytest.approx(0.6, abs=0.01)


def test_games_of_other_ratings_weigh_less_and_unrated_ones_nothing() -> None:
    assert weight(1600, 1600) == 1.0
    assert weight(1800, 1600) == pytest.approx(math.exp(-0.5))
    games = {E4: _white(1600, 50, 0, 0) | _white(2600, 0, 0, 50) | {0: ResultTally(0, 0, 500)}}
    found = expected_scores(chess.Board(), [E4], 1600, games, lambda board, move: 0.5)
    assert found[E4].score > 0.85
    assert found[E4].games == pytest.approx(50)


def test_without_a_prediction_the_mean_of_the_moves_fills_the_doubt() -> None:
    games = {E4: _white(1600, 2, 0, 0), D4: _white(1600, 0, 0, 2)}
    found = expected_scores(chess.Board(), [E4, D4, C4], 1600, games)
    assert found[E4].score == pytest.approx((2 + PRIOR * 0.5) / (2 + PRIOR))
    assert C4 not in found


def test_the_explorers_games_count_for_the_side_to_move(tmp_path: Path) -> None:
    pgn = tmp_path / "games.pgn"
    pgn.write_text(
        '[White "A"]\n[Black "B"]\n[Result "0-1"]\n[WhiteElo "1500"]\n[BlackElo "1700"]\n\n1. e4 c5 2. Nf3 0-1\n\n'
        '[White "C"]\n[Black "D"]\n[Result "1-0"]\n[WhiteElo "1900"]\n[BlackElo "1800"]\n\n1. e4 e5 1-0\n\n'
        '[White "E"]\n[Black "F"]\n[Result "1-0"]\n\n1. e4 e6 1-0\n'
    )
    board = after("1.e4")
    core = CoreBoard.from_fen(board.fen(), False)
    with Collection(tmp_path / "games.ratsugames", create=True) as collection:
        import_pgn(collection, pgn)
        games = by_move(explore(collection, core), core.uci)
    c5, e5, e6 = (board.parse_san(san) for san in ("c5", "e5", "e6"))
    found = expected_scores(board, [c5, e5, e6], 1600, games)
    near, far = weight(1625, 1600), weight(1875, 1600)
    mean = near / (near + far)  # Black won at 1600 and lost at 1850
    assert found[c5].score == pytest.approx((near + PRIOR * mean) / (near + PRIOR))
    assert found[e5].score == pytest.approx(PRIOR * mean / (far + PRIOR))
    assert e6 not in found  # its players have no rating


def test_a_trap_is_how_likely_people_go_wrong_times_what_it_costs() -> None:
    good, poor, bad = (
        LikelyReply(move, chance, value) for move, chance, value in ((E4, 0.5, 20), (D4, 0.3, -60), (C4, 0.2, -480))
    )
    found = trap_of([good, poor, bad])
    assert found.chance == pytest.approx(0.2)  # 80 centipawns are within the noise
    assert found.cost == pytest.approx(0.2 * 500)
    assert found.mistake == C4


def test_a_mistake_costs_no_more_than_ten_pawns() -> None:
    assert trap_of([LikelyReply(E4, 0.5, 25_000), LikelyReply(D4, 0.5, -29_000)]).cost == pytest.approx(500)


def test_a_move_that_ends_the_game_sets_no_trap() -> None:
    board = after("1.f3 e5 2.g4")
    mate = board.parse_san("Qh4#")
    assert trap_after(board, mate, lambda _: pytest.fail("nobody replies to mate")) == (0.0, 0.0, None)
