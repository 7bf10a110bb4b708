"""The trainer: one card per (position, side), four real grades, due again when FSRS says so."""

from datetime import UTC, datetime

import chess
import pytest

from books.choice.library import Library
from books.repertoire.trainer_values import Repertoire
from engine.drill.deck import Grade
from engine.drill.session import Session
from engine.drill.sources.opening_session import OpeningQuestion
from engine.drill.sources.openings import Openings
from tests.books.helpers import after, line, next_asked

WHITE = Repertoire(0, "white", True)


def test_a_session_asks_every_own_position_and_ends(trainer: Openings) -> None:
    assert trainer.counted(WHITE).waiting.new == 4  # 1.e4, 2.Nf3 twice, 3.Bb5
    session = trainer.session(WHITE)
    boards = []
    while (question := next_asked(session)) is not None:
        boards.append(question.board.fen())
        assert question.new
        expected = trainer.store.spots(WHITE)[_key(question.board)].answers
        assert given(session, expected[0].uci(), 6000)[0] is Grade.RIGHT
    assert len(set(boards)) == len(boards) == 4
    assert (session.summary.asked, session.summary.right) == (4, 4)
    assert trainer.counted(WHITE).waiting.new == 0


def test_the_line_goes_on_from_the_answered_position(trainer: Openings) -> None:
    session = trainer.session(WHITE)
    next_asked(session)
    session.answer("e2e4", 6000)
    question = next_asked(session)
    assert question is not None
    assert question.spot.path[0] == chess.Move.from_uci("e2e4")
    assert len(question.spot.path) == 2


def test_a_wrong_answer_comes_again_in_the_same_session(trainer: Openings) -> None:
    session = trainer.session(WHITE, new_cards=1)
    first = next_asked(session)
    answer = session.answer("a2a3", 1000)
    assert (answer.right, session.graded) == (False, answer.graded)
    assert answer.graded is not None and answer.graded.grade is Grade.WRONG
    again = next_asked(session)
    assert first is not None
    assert again is not None
    assert again.board.fen() == first.board.fen()
    assert session.answer("e2e4", 1000).right
    assert session.next() is None
    assert [failed.board.fen() for failed in session.summary.failed] == [first.board.fen()]


def test_the_four_grades(trainer: Openings) -> None:
    key = _key(chess.Board())

    def answer(duration_ms: int, hint: bool = False) -> Grade:
        """Answers right, then lets time pass until the card is due again."""
        session = trainer.session(WHITE)
        next_asked(session)
        grade, due = given(session, "e2e4", duration_ms, hint=hint)
        trainer.clock.now = due + 1  # type: ignore[attr-defined]
        assert trainer.cards.due()[key, True] <= trainer.clock()
        return grade

    assert answer(20_000) is Grade.HELPED
    assert [answer(6_000) for _ in range(4)] == [Grade.RIGHT] * 4  # out of the learning steps
    assert answer(1_000) is Grade.FAST
    assert answer(1_000, hint=True) is Grade.HELPED


def test_cards_become_due_and_the_same_position_has_one_card_for_each_side(trainer: Openings) -> None:
    session = trainer.session(WHITE, new_cards=1)
    next_asked(session)
    _, due = given(session, "e2e4", 6000)
    assert trainer.counted(WHITE).waiting.due == 0
    trainer.clock.now = due + 1  # type: ignore[attr-defined]
    assert trainer.counted(WHITE).waiting.due == 1
    assert (_key(chess.Board()), False) not in trainer.cards.due()
    next_asked(session := trainer.session(WHITE))
    _, days = given(session, "e2e4", 6000)
    assert days > trainer.clock() + 86_400
    day = datetime.fromtimestamp(days, UTC).astimezone().replace(hour=0, minute=0, second=0, microsecond=0).timestamp()
    for now, count in ((day - 1, 0), (day, 1)):
        trainer.clock.now = now  # type: ignore[attr-defined]
        assert trainer.counted(WHITE).waiting.due == count, "a position that waits for days is due from midnight on"


def test_repertoires_are_kept(trainer: Openings) -> None:
    made = trainer.store.save(Repertoire(0, "Sicilian", True, after("1.e4 c5").fen()))
    assert trainer.store.all() == [made]
    assert trainer.counted(made).waiting.new == 1  # 2.Nf3
    trainer.store.remove(made.id)
    assert trainer.store.all() == []


def given(session: Session[OpeningQuestion], uci: str, took_ms: int, *, hint: bool = False) -> tuple[Grade, float]:
    """The grade of an answer that counts, and when FSRS asks again, in seconds since 1970."""
    graded = session.answer(uci, took_ms, hint=hint).graded
    assert graded is not None and graded.grade is not None and graded.due is not None
    return graded.grade, graded.due


def _key(board: chess.Board) -> int:
    from books.key import position_key

    return position_key(board)


def test_the_biggest_gap_is_told_and_closes_when_an_answer_is_added(library: Library, trainer: Openings) -> None:
    assert trainer.store.prospect(WHITE).gaps == ()
    library.add_line(chess.Board(), line("1.e4 d5"))
    ahead = trainer.store.prospect(WHITE)  # not the remembered one: the book has changed
    (gap,) = ahead.gaps
    assert str(gap) == "no answer to 1...d5, met in 33% of the games of the books"
    assert gap.fen == after("1.e4 d5").fen()
    assert ahead.answered[3] == pytest.approx(1 / 3)  # 3.Bb5, after 1...e5 only
    library.add_line(after("1.e4 d5"), line("exd5", after("1.e4 d5")))
    assert trainer.store.prospect(WHITE).gaps == ()


def test_a_reply_that_ends_the_game_leaves_no_gap(library: Library, trainer: Openings) -> None:
    library.add_line(chess.Board(), line("1.f3 e5 2.g4 Qh4#"))
    assert trainer.store.prospect(WHITE).gaps == ()


def test_positions_are_remembered_until_the_book_changes(library: Library, trainer: Openings) -> None:
    first = trainer.store.spots(WHITE)
    assert trainer.store.spots(WHITE) is first
    library.add_line(chess.Board(), line("1.e4 d5 2.exd5"))
    changed = trainer.store.spots(WHITE)
    assert len(changed) > len(first)
    library.undo()
    assert trainer.store.spots(WHITE).keys() == first.keys()


def test_failures_add_up(trainer: Openings) -> None:
    """They say what is met more often in training."""
    session = trainer.session(WHITE, new_cards=1)
    for move in ("a2a3", "b2b3", "e2e4"):
        next_asked(session)
        session.answer(move, 1000)
    assert trainer.cards.failures() == {(_key(chess.Board()), True): 2 / 3}
