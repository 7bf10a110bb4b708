"""Why an answer fails and why the solution works: wrong answers in each kind of training, each with its sentence.

python -m tests.engine.drill.test_reasons 50     prints them, and the processor time of each
"""

import contextlib
import itertools
import random
import statistics
import sys
import time
from collections.abc import Iterator

import chess
import pytest

from books.choice.library import Library
from engine.coach.claims import ClaimRole
from engine.coach.puzzles import shipped_puzzles
from engine.drill.reason_words import reason_text
from engine.drill.reasons import NODES, why_other, why_right, why_sound, why_usual, why_wrong
from engine.game.limits import Limits
from engine.game.python_board import variation
from engine.game.stopper import Stopper
from engine.play.review.judge import PositionJudge
from engine.play.review.own_judge import own_judge
from engine.play.tactics.attempt import Attempt
from tablebases.lessons import LESSONS
from tablebases.tables import Tablebases
from tests.helpers.coach_mistakes import EVENTS, read_mistakes

NUMBER = 50  # wrong answers of each source
Asked = tuple[chess.Board, str, tuple[str, ...]]
"""A position, a wrong answer in coordinates, and the solution."""


def quick_judge() -> PositionJudge:
    """A judge of few nodes, and of its own for each test: what other tests searched must not count."""
    return own_judge(Limits(nodes=5_000), None)


def wrong_answers(number: int) -> Iterator[tuple[Attempt, str]]:
    """Puzzles, each with a move that a beginner might play: captures and checks first."""
    for puzzle in random.Random(60).sample(shipped_puzzles(), number):
        asked = Attempt.begun(puzzle)
        wrong = [move for move in asked.board.legal_moves if asked.after(move.uci()) is None]
        if wrong:
            yield asked, tempting(asked.board, wrong)


def tempting(board: chess.Board, moves: list[chess.Move]) -> str:
    """A capture or a check if there is one, in coordinates."""
    forcing = [move for move in moves if board.is_capture(move) or board.gives_check(move)]
    return random.Random(board.fen()).choice(forcing or moves).uci()


def of_tactics() -> Iterator[Asked]:
    for asked, answer in wrong_answers(NUMBER):
        yield asked.board, answer, asked.rest


def of_mistakes() -> Iterator[Asked]:
    for mistake, _rating in read_mistakes(EVENTS):
        yield chess.Board(mistake.fen), mistake.move, mistake.best


def of_endgames() -> Iterator[Asked]:
    with Tablebases(()) as tables:
        for lesson in LESSONS:
            board = chess.Board(lesson.fen)
            ranking = tables.rank(board)
            wrong = [move for move in board.legal_moves if ranking is not None and move not in ranking.best]
            if ranking is not None and wrong:
                yield board, tempting(board, wrong), (ranking.best[0].uci(),)


def of_openings() -> Iterator[Asked]:
    chance = random.Random(60)
    with contextlib.closing(Library(None, None)) as library:
        while True:
            board = chess.Board()
            for _ply in range(chance.randrange(2, 12)):
                board.push(chance.choice(library.look_up(board)[:3]).move)
            known = [found.move for found in library.look_up(board)]
            wrong = [move for move in board.legal_moves if move not in known]
            if known and wrong:
                yield board, tempting(board, wrong), (known[0].uci(),)


SOURCES = {"tactics": of_tactics, "mistakes": of_mistakes, "endgames": of_endgames, "openings": of_openings}


@pytest.mark.parametrize("source", SOURCES)
def test_each_wrong_answer_has_a_sentence_that_does_not_give_the_solution_away(source: str) -> None:
    answers = list(itertools.islice(SOURCES[source](), NUMBER))
    assert len(answers) == NUMBER
    judge, explain = quick_judge(), why_other if source == "openings" else why_wrong
    for board, answer, solution in answers:
        found = explain(judge, board, answer, solution, Stopper())
        assert found is not None and found.shown[0] == answer, "what is played on the board begins with the answer"
        assert found.claim is None or found.claim.role is ClaimRole.ALLOWS
        text = reason_text(found)
        played, right = (variation(board, [uci]) for uci in (answer, solution[0]))
        assert text.endswith(".") and board.san(chess.Move.from_uci(answer)) in text, text
        assert right not in text.replace(played, "") or found.better is not None, text  # a book's move may be named
        line = board.copy()
        for uci in found.shown:
            assert line.parse_uci(uci) in line.legal_moves
            line.push_uci(uci)


def test_each_solution_has_a_sentence_and_its_themes() -> None:
    judge = quick_judge()
    for asked, answer in list(wrong_answers(10)):
        found = why_right(judge, asked.board, asked.rest, answer, Stopper(), all_asked=True)
        assert found is not None and found.shown[0] == asked.rest[0]
        assert reason_text(found).endswith(".") and found.themes
        assert found.claim is None or found.claim.role is not ClaimRole.ALLOWS


def test_the_quiet_end_of_an_engine_s_line_gives_an_answer_no_theme() -> None:
    """Bxf4 wins the queen; that the engine goes on with a quiet move does not make it one."""
    board = chess.Board("r1b2rk1/ppp2ppp/1bnp4/4p1B1/1PB1Pq2/2PP1N2/P4PPP/RN2K2R w KQ - 3 10")
    line = ("g5f4", "e5f4", "b1d2", "c6e5", "h2h3")
    cut, whole = (why_right(quick_judge(), board, line, "b1d2", Stopper(), all_asked=asked) for asked in (False, True))
    assert cut is not None and whole is not None
    assert "quietMove" in whole.themes and "quietMove" not in cut.themes


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
    found = why_usual(own_judge(Limits(nodes=NODES), None), board, "f3d4", usual, 1500, Stopper())
    assert found is not None and (found.line[0], found.share, found.elo) == ("f3e5", 0.4, 1500)
    text = reason_text(found)  # what is wrong with it, or its score, after a few nodes
    assert text.startswith("Players rated 1500: 40% play Nxe5. ") and "4. Nxe5 " in text
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
    def judge() -> PositionJudge:
        return own_judge(Limits(nodes=20_000), None)

    board = chess.Board()
    for san in ("e4", "e5"):
        board.push_san(san)
    found = why_sound(judge(), board, "g1f3", "d1h5", Stopper())
    assert found is not None and reason_text(found) == "2. Nf3: it threatens the pawn on e5."
    assert why_sound(judge(), chess.Board(), "g1f3", "a2a3", Stopper()) is None


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
        right = why_right(judge, asked.board, asked.rest, answer, Stopper(), all_asked=True)
        assert wrong is not None and right is not None
        proved += wrong.claim is not None
        print(f"{asked.board.fen()}\n  {reason_text(wrong)}\n  {reason_text(right)}")
    print(
        f"{len(took)} sentences, {proved} by a claim; median {statistics.median(took):.0f} ms, most {max(took):.0f} ms"
    )


if __name__ == "__main__":
    main(int(sys.argv[1]))
