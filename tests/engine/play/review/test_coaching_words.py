"""A sound move is compared with the other move of the position, by name."""

from dataclasses import replace

import chess
import pytest

from engine.coach.claims import ClaimRole
from engine.game.info import PovScore, Score, TableResult
from engine.game.limits import Limits
from engine.play.review.coaching import MoveExplanation, explain_move
from engine.play.review.coaching_words import comment_text
from engine.play.review.own_judge import own_judge
from engine.play.review.values import EvaluationSource, PositionEvaluation


@pytest.mark.parametrize("best", [("e2e4", "e7e5"), ()])
def test_the_best_move_is_compared_with_the_first_move_of_the_rivals_line(best: tuple[str, ...]) -> None:
    score = PovScore(Score(centipawns=20), True)
    rival = PositionEvaluation(score, 0.5, 9, ("d2d4", "g8f6", "c2c4"), EvaluationSource.SEARCH)
    found = MoveExplanation(chess.STARTING_FEN, "e2e4", 0.0, None, best, score, score, (), rival, chess960=False)
    told = comment_text(found)
    assert "d4" in told and "c4" not in told


def test_what_a_good_move_does_comes_first_and_a_mate_is_not_compared() -> None:
    board = chess.Board()
    for san in ("e4", "e5", "Bc4", "Nc6", "Qh5", "Nf6"):
        board.push_san(san)
    found = explain_move(own_judge(Limits(nodes=30_000), None), board, board.parse_san("Qxf7#"))
    assert found is not None and {claim.role for claim in found.claims} == {ClaimRole.MISSES, ClaimRole.ALLOWS}
    for claims in (found.claims, found.claims[::-1]):
        assert comment_text(replace(found, claims=claims)) == "4. Qxf7#: mate."
        plain = tuple(replace(claim, mate=0) for claim in claims)
        assert comment_text(replace(found, claims=plain)).index("Qxf7#") == len("4. ")


@pytest.mark.parametrize(
    ("played", "told"),
    [
        ("h7h5", "1...h5 wins too, but 1...Qxb1# is quicker (Black mates in 1)."),
        ("g7g6", "1...g6 wins too, but 1...Qxb1# is quicker (Black mates in 1)."),
    ],
)
def test_a_slower_way_to_win_is_named_as_such(played: str, told: str) -> None:
    board = chess.Board("6k1/5ppp/8/8/8/8/q4PPP/1R4K1 b - - 0 1")
    found = explain_move(own_judge(Limits(nodes=30_000), None), board, chess.Move.from_uci(played))
    assert found is not None and comment_text(found) == told


def test_a_move_of_a_lost_game_is_not_called_sound() -> None:
    """“Nothing is wrong with 1...Kf8 (+9.99)” was said of a move that leaves the queen hanging."""
    board = chess.Board("r3k2r/ppp2ppp/2n5/3q4/8/2N5/PPP2PPP/R2QR1K1 b kq - 0 1")
    found = explain_move(own_judge(Limits(nodes=30_000), None), board, chess.Move.from_uci("e8f8"))
    assert found is not None and found.judgement is None
    told = comment_text(found)
    assert told.startswith("1...Kf8 loses (") and "the best move, loses too (" in told


def test_a_stalemate_is_named_beside_the_mate_that_was_missed() -> None:
    """“You could play 1. Qf8#: mate” was all that was said of 1. Qf7."""
    board = chess.Board("7k/8/6K1/8/8/8/5Q2/8 w - - 0 1")
    found = explain_move(own_judge(Limits(nodes=30_000), None), board, chess.Move.from_uci("f2f7"))
    assert found is not None and comment_text(found) == "You could play 1. Qf8#: mate. 1. Qf7: stalemate."


def test_a_queen_left_alone_is_named_though_the_game_stays_won() -> None:
    board = chess.Board("r4rk1/pp3ppp/2p5/8/1b1q4/2N5/PPP1BPPP/R2Q1RK1 w - - 0 1")
    found = explain_move(own_judge(Limits(nodes=30_000), None), board, chess.Move.from_uci("a2a3"))
    assert found is not None
    assert comment_text(found).startswith("1. a3 wins too (+") and "but 1. Qxd4 is much stronger (+" in comment_text(
        found
    )


def test_the_best_of_two_wins_by_the_tables_is_not_said_to_be_the_only_one() -> None:
    board = chess.Board("8/8/8/4k3/8/3K4/4P3/8 w - - 0 1")
    win = [PovScore(Score(table=TableResult(2, plies)), True) for plies in (3, 9)]
    rival = PositionEvaluation(win[1], 1.0, 9, ("d3c4", "e5d6"), EvaluationSource.TABLEBASES)
    found = MoveExplanation(board.fen(), "d3e3", 0.0, None, ("d3e3",), win[0], win[0], (), rival, chess960=False)
    assert comment_text(found) == "1. Ke3 is best (White wins by the tables); 1. Kc4 wins too."
