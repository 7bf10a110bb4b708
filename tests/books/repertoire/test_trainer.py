"""The trainer: one card per (position, side), four real grades, due again when FSRS says so."""

import chess
import pytest
from fsrs import Rating

from books.choice.library import Library
from books.repertoire.lines import Repertoire
from books.repertoire.trainer import Trainer
from tests.books.helpers import after, line, next_asked

WHITE = Repertoire(0, "white", True)


def test_a_session_asks_every_own_position_and_ends(trainer: Trainer) -> None:
    assert trainer.due(WHITE).new == 4  # 1.e4, 2.Nf3 twice, 3.Bb5
    session = trainer.session(WHITE)
    boards = []
    while (question := next_asked(session)) is not None:
        boards.append(question.board.fen())
        assert question.new
        expected = trainer.spots(WHITE)[_key(question.board)].answers
        assert session.answer(expected[0], 6000).grade is Rating.Good
    assert len(set(boards)) == len(boards) == 4
    assert (session.summary.asked, session.summary.right) == (4, 4)
    assert trainer.due(WHITE).new == 0


def test_the_line_goes_on_from_the_answered_position(trainer: Trainer) -> None:
    session = trainer.session(WHITE)
    next_asked(session)
    session.answer(chess.Move.from_uci("e2e4"), 6000)
    question = next_asked(session)
    assert question is not None
    assert question.path[0] == chess.Move.from_uci("e2e4")
    assert len(question.path) == 2


def test_a_wrong_answer_comes_again_in_the_same_session(trainer: Trainer) -> None:
    session = trainer.session(WHITE, new_cards=1)
    first = next_asked(session)
    answer = session.answer(chess.Move.from_uci("a2a3"), 1000)
    assert (answer.right, answer.grade, answer.expected) == (False, Rating.Again, (chess.Move.from_uci("e2e4"),))
    again = next_asked(session)
    assert first is not None
    assert again is not None
    assert again.board.fen() == first.board.fen()
    assert session.answer(chess.Move.from_uci("e2e4"), 1000).right
    assert session.question() is None
    assert [board.fen() for board in session.summary.failed] == [first.board.fen()]


def test_the_four_grades(trainer: Trainer) -> None:
    key = _key(chess.Board())
    e4 = chess.Move.from_uci("e2e4")

    def answer(duration_ms: int, hint: bool = False) -> Rating:
        """Answers right, then lets time pass until the card is due again."""
        session = trainer.session(WHITE)
        next_asked(session)
        given = session.answer(e4, duration_ms, hint)
        assert given.due is not None and given.grade is not None
        trainer.clock.now = given.due.timestamp() + 1  # type: ignore[attr-defined]
        assert trainer.cards.due()[key, True] <= trainer.clock()
        return given.grade

    assert answer(20_000) is Rating.Hard
    assert [answer(6_000) for _ in range(4)] == [Rating.Good] * 4  # out of the learning steps
    assert answer(1_000) is Rating.Easy
    assert answer(1_000, hint=True) is Rating.Hard


def test_cards_become_due_and_the_same_position_has_one_card_for_each_side(trainer: Trainer) -> None:
    session = trainer.session(WHITE, new_cards=1)
    next_asked(session)
    due = session.answer(chess.Move.from_uci("e2e4"), 6000).due
    assert trainer.due(WHITE).due == 0
    assert due is not None
    trainer.clock.now = due.timestamp() + 1  # type: ignore[attr-defined]
    assert trainer.due(WHITE).due == 1
    assert trainer.cards.card((_key(chess.Board()), False)) is None
    next_asked(session := trainer.session(WHITE))
    days = session.answer(chess.Move.from_uci("e2e4"), 6000).due
    assert days is not None and days.timestamp() > trainer.clock() + 86_400
    day = days.astimezone().replace(hour=0, minute=0, second=0, microsecond=0).timestamp()
    for now, count in ((day - 1, 0), (day, 1)):
        trainer.clock.now = now  # type: ignore[attr-defined]
        assert trainer.due(WHITE).due == count, "a position that waits for days is due from midnight on"


def test_repertoires_are_kept(trainer: Trainer) -> None:
    made = trainer.save(Repertoire(0, "Sicilian", True, after("1.e4 c5").fen()))
    assert trainer.repertoires() == [made]
    assert trainer.due(made).new == 1  # 2.Nf3
    trainer.remove_repertoire(made)
    assert trainer.repertoires() == []


def _key(board: chess.Board) -> int:
    from books.key import position_key

    return position_key(board)


def test_the_biggest_gap_is_told_and_closes_when_an_answer_is_added(library: Library, trainer: Trainer) -> None:
    assert str(trainer.prospect(WHITE)) == "every reply of the book has an answer"
    library.add_line(chess.Board(), line("1.e4 d5"))
    ahead = trainer.prospect(WHITE)  # not the remembered one: the book has changed
    assert str(ahead) == "you have no answer to 1...d5, met in 33% of the games"
    assert ahead.gap == after("1.e4 d5")
    assert ahead.answered[3] == pytest.approx(1 / 3)  # 3.Bb5, after 1...e5 only
    library.add_line(after("1.e4 d5"), line("exd5", after("1.e4 d5")))
    assert trainer.prospect(WHITE).gap is None


def test_positions_are_remembered_until_the_book_changes(library: Library, trainer: Trainer) -> None:
    first = trainer.spots(WHITE)
    assert trainer.spots(WHITE) is first
    library.add_line(chess.Board(), line("1.e4 d5 2.exd5"))
    changed = trainer.spots(WHITE)
    assert len(changed) > len(first)
    library.undo()
    assert trainer.spots(WHITE).keys() == first.keys()
