"""Why an answer fails and why the solution works: wrong answers to the shipped puzzles, each with its sentence.

python -m tests.engine.drill.test_reasons 50     prints them, and the processor time of each
"""

import random
import statistics
import sys
import time
from collections.abc import Iterator
from functools import cache

import chess

from engine.coach.claims import ClaimRole
from engine.coach.puzzles import shipped_puzzles
from engine.drill.reason_words import reason_text
from engine.drill.reasons import NODES, why_other, why_right, why_sound, why_usual, why_wrong
from engine.game.limits import Limits
from engine.game.stopper import Stopper
from engine.play.review.judge import PositionJudge
from engine.play.review.own_judge import own_judge
from engine.play.tactics.attempt import Attempt


@cache
def quick_judge() -> PositionJudge:
    """A judge of few nodes: the sentences must be there whatever it sees."""
    return own_judge(Limits(nodes=5_000), None)


def wrong_answers(number: int) -> Iterator[tuple[Attempt, str]]:
    """Puzzles, each with a move that a beginner might play: captures and checks first."""
    chance = random.Random(60)
    for puzzle in chance.sample(shipped_puzzles(), number):
        asked = Attempt.begun(puzzle)
        board = asked.board
        wrong = [move for move in board.legal_moves if asked.after(move.uci()) is None]
        tempting = [move for move in wrong if board.is_capture(move) or board.gives_check(move)]
        if wrong:
            yield asked, chance.choice(tempting or wrong).uci()


def test_each_wrong_answer_has_a_sentence_that_does_not_give_the_solution_away() -> None:
    answers = list(wrong_answers(50))
    assert len(answers) == 50
    for asked, answer in answers:
        found = why_wrong(quick_judge(), asked.board, answer, asked.rest, Stopper())
        assert found is not None and found.shown[0] == answer, "what is played on the board begins with the answer"
        assert found.claim is None or found.claim.role is ClaimRole.ALLOWS
        text, board = reason_text(found), asked.board
        played = board.san(chess.Move.from_uci(answer))
        assert text.endswith(".") and played in text, text
        assert board.san(chess.Move.from_uci(asked.rest[0])) not in text.removeprefix(played).split(), text
        for move in found.shown:
            board.push_uci(move)  # legal


def test_each_solution_has_a_sentence_and_its_themes() -> None:
    for asked, answer in list(wrong_answers(10)):
        found = why_right(quick_judge(), asked.board, asked.rest, answer, Stopper())
        assert found is not None and found.shown[0] == asked.rest[0]
        assert reason_text(found).endswith(".") and found.themes
        assert found.claim is None or found.claim.role is not ClaimRole.ALLOWS


def test_an_answer_that_ends_the_game_is_said_to_do_so() -> None:
    board = chess.Board("7k/8/6K1/8/8/8/5Q2/8 w - - 0 1")
    found = why_wrong(quick_judge(), board, "f2f7", ("f2f8",), Stopper())
    assert found is not None
    assert reason_text(found) == "1. Qf7 ends the game in a draw."


def test_the_usual_mistake_of_people_is_named_with_its_share_and_a_sound_one_is_not() -> None:
    board = chess.Board()
    for san in ("e4", "e5", "Nf3", "Nc6", "Bc4", "Nd4"):
        board.push_san(san)
    usual = {"f3e5": 0.4, "c2c3": 0.2}  # 4.Nxe5 Qg5 loses
    found = why_usual(quick_judge(), board, "f3d4", usual, 1500, Stopper())
    assert found is not None and (found.line[0], found.share, found.elo) == ("f3e5", 0.4, 1500)
    assert reason_text(found).startswith("Players rated 1500: 40% play Nxe5. 4. Nxe5 ")
    sound = why_usual(quick_judge(), board, "f3d4", {"d2d3": 0.2}, 1500, Stopper())
    assert sound is None or sound.right or sound.better is not None


def test_a_move_beside_the_books_is_compared_with_it_where_no_claim_is_proved() -> None:
    board = chess.Board()
    for san in ("e4", "e5", "Nf3", "Nc6", "Bc4", "Nd4"):
        board.push_san(san)
    found = why_other(quick_judge(), board, "c2c3", ("f3d4",), Stopper())
    assert found is not None and found.claim is None
    text = reason_text(found)
    assert text.startswith("After 4. Nxd4 it is +") and "; after 4. c3 it is +" in text


def test_a_move_of_a_book_is_praised_only_for_what_it_does_at_once() -> None:
    judge = own_judge(Limits(nodes=20_000), None)  # of its own: what other tests searched must not count
    board = chess.Board()
    for san in ("e4", "e5"):
        board.push_san(san)
    found = why_sound(judge, board, "g1f3", "d1h5", Stopper())
    assert found is not None and reason_text(found) == "2. Nf3: it threatens the pawn on e5."
    assert why_sound(judge, chess.Board(), "g1f3", "a2a3", Stopper()) is None


def test_a_stopped_search_gives_no_reason() -> None:
    stopper = Stopper()
    stopper.stop()
    board = chess.Board()
    assert why_wrong(quick_judge(), board, "f2f3", ("e2e4",), stopper) is None
    assert why_right(quick_judge(), board, ("e2e4",), "", stopper) is None


def main(number: int) -> None:
    """Prints the sentences, and the processor time of each in ms."""
    judge, took, proved = own_judge(Limits(nodes=NODES), None), [], 0
    for asked, answer in wrong_answers(number):
        began = time.process_time()
        wrong = why_wrong(judge, asked.board, answer, asked.rest, Stopper())
        took.append(1000 * (time.process_time() - began))
        right = why_right(judge, asked.board, asked.rest, answer, Stopper())
        assert wrong is not None and right is not None
        proved += wrong.claim is not None
        print(f"{asked.board.fen()}\n  {reason_text(wrong)}\n  {reason_text(right)}")
    print(
        f"{len(took)} sentences, {proved} by a claim; median {statistics.median(took):.0f} ms, most {max(took):.0f} ms"
    )


if __name__ == "__main__":
    main(int(sys.argv[1]))
