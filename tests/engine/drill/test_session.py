"""One session for every source: the first answer counts, and a question may go on after a move."""

import chess
import pytest

from engine.drill.deck import Grade
from engine.drill.session import Session
from engine.drill.sources.endgames import EndgameQuestion
from engine.drill.verdict import AnswerVerdict, GivenAnswer, Graded


class Numbers:
    """Questions 1 and 2, of which each takes two right moves: 1.e4 and whatever follows. Keeps what is graded."""

    def __init__(self, *, hint_fails: bool) -> None:
        self.hint_fails = hint_fails
        self.left = [EndgameQuestion(chess.Board()), EndgameQuestion(chess.Board())]
        self.graded: list[tuple[bool, GivenAnswer]] = []

    def next(self) -> EndgameQuestion | None:
        return self.left.pop(0) if self.left else None

    def judge(self, question: EndgameQuestion, uci: str) -> AnswerVerdict[EndgameQuestion]:
        after = question.board.copy()
        after.push_uci(uci)
        return AnswerVerdict(uci != "a2a3", EndgameQuestion(after) if uci == "e2e4" else None)

    def answered(self, question: EndgameQuestion, right: bool, effort: GivenAnswer) -> Graded:
        self.graded.append((right, effort))
        return Graded(Grade.RIGHT if right else Grade.WRONG, 5.0)


def test_a_question_is_graded_with_its_last_right_move_or_its_first_wrong_one() -> None:
    source = Numbers(hint_fails=False)
    session = Session(source)
    session.next()
    assert (
        session.answer("e2e4", 100).graded is None
        and session.question is not None
        and session.question.board.ply() == 1
    )
    assert session.answer("e7e5", 200, hint=True).graded == Graded(Grade.RIGHT, 5.0)
    assert source.graded == [(True, GivenAnswer(1, 300, "e7e5"))]
    session.next()
    assert session.answer("a2a3").graded is not None and not session.right
    assert session.answer("d2d4").right and session.answer("d2d4").graded is None, "what is tried later is practice"
    assert len(source.graded) == 2 and session.next() is None
    done = session.summary
    assert (done.asked, done.right, done.grades) == (2, 1, {"good": 1, "again": 1}) and len(done.failed) == 1
    with pytest.raises(ValueError, match="no question was asked"):
        session.answer("e2e4")


@pytest.mark.parametrize("hint_fails", [True, False])
def test_a_hint_fails_a_question_where_its_source_says_so_and_once(hint_fails: bool) -> None:
    source = Numbers(hint_fails=hint_fails)
    session = Session(source)
    session.next()
    session.hint()
    session.hint()
    assert [right for right, _ in source.graded] == [False] * hint_fails
    session.answer("d2d4")
    assert [(right, effort.hints) for right, effort in source.graded] == [(False, 1) if hint_fails else (True, 2)]


def test_giving_up_fails_a_question() -> None:
    source = Numbers(hint_fails=False)
    session = Session(source)
    session.next()
    session.give_up()
    assert source.graded == [(False, GivenAnswer())] and session.summary.asked == 1
