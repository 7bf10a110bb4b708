"""What people would play joined with the book: a known trap is seen, and expected scores are those of the sum."""

import chess
import pytest

from engine.ground.errors import RatsuError
from engine.play.people.human_replies import HumanReplies, human_replies
from tests.books.helpers import after


@pytest.fixture(scope="module")
def people() -> HumanReplies:
    return HumanReplies(1200)


def test_the_blackburne_trap_is_seen_and_named(people: HumanReplies) -> None:
    """4.Nxe5 loses to 4...Qg5; a third or more of weak players take the pawn."""
    board = after("1.e4 e5 2.Nf3 Nc6 3.Bc4")
    trap = people.trap(board, board.parse_san("Nd4"))
    assert trap.mistake == chess.Move.from_uci("f3e5")
    assert trap.chance > 0.3
    assert trap.cost > 2 * people.trap(board, board.parse_san("Bc5")).cost
    assert board.fen() == after("1.e4 e5 2.Nf3 Nc6 3.Bc4").fen()


def test_every_legal_reply_has_its_chance(people: HumanReplies) -> None:
    board = after("1.e4 e5 2.Nf3 Nc6 3.Bc4 Bc5")
    replies = people.replies(board)
    assert {reply.move for reply in replies} == set(board.legal_moves)  # castling as the board writes it
    assert sum(reply.chance for reply in replies) == pytest.approx(1)


def test_a_blunder_scores_less_and_costs_the_stronger_more(people: HumanReplies) -> None:
    board = after("1.e4 e5 2.Nf3 Nc6")
    good, blunder = (board.parse_san(san) for san in ("Bb5", "Nd4"))
    assert people.predicted(board, blunder) < people.predicted(board, good) - 0.1
    assert HumanReplies(2200).predicted(board, blunder) < people.predicted(board, blunder)


def test_mate_and_stalemate_need_no_prediction(people: HumanReplies) -> None:
    board = after("1.f3 e5 2.g4")
    assert people.predicted(board, board.parse_san("Qh4#")) == 1.0
    stalemate = chess.Board("7k/5K2/8/8/8/8/8/6Q1 w - - 0 1")
    assert people.predicted(stalemate, stalemate.parse_san("Qg6")) == 0.5


def test_people_of_a_rating_are_made_once_and_only_of_a_rating_that_exists() -> None:
    assert human_replies(1500) is human_replies(1500)
    with pytest.raises(RatsuError, match="from 400 to 2800, not 100"):
        HumanReplies(100)
