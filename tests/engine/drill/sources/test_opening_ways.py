"""Learning new moves, a daily share of them, chapters, whole lines, and the books that a repertoire is made of."""

import time
from datetime import UTC, datetime
from pathlib import Path

import chess
import pytest

from books.choice.library import SHIPPED_BOOK, Library
from books.entry import Flag, MoveRow
from books.key import encode, position_key
from books.repertoire.store import RepertoireStore
from books.repertoire.trainer_values import ALL_BOOKS, LEARNED, MINE, OWN_BOOK, SHIPPED, Repertoire
from books.store.book_file import BookFile
from engine.drill.session import Session
from engine.drill.sources.opening_order import SessionKind
from engine.drill.sources.opening_session import OpeningQuestion
from engine.drill.sources.openings import Openings
from engine.drill.verdict import Graded
from tests.books.helpers import after, line, next_asked, source_of
from tests.engine.drill.sources.conftest import Clock

WHITE = Repertoire(0, "white", True)
DAY_S = 86_400


def answer_all(trainer: Openings, session: Session[OpeningQuestion]) -> list[str]:
    """Answers everything right. Returns the lines asked."""
    boards = []
    while (question := next_asked(session)) is not None:
        boards.append(chess.Board().variation_san(question.spot.path))
        assert session.question is not None
        session.answer(session.question.wanted[0].uci(), 6_000)
    return boards


def test_new_moves_are_shown_three_together_before_they_are_asked(trainer: Openings) -> None:
    session = trainer.session(WHITE, SessionKind.LEARN)
    seen = []
    while (question := session.next()) is not None and question.shown:
        seen.append(question.board.fen())
        with pytest.raises(ValueError, match="no question was asked"):
            session.answer("e2e4", 1_000)
        source_of(session).seen()
    assert 1 < len(seen) <= 3
    asked = []
    for _ in seen:
        question = session.next()
        assert question is not None
        assert not question.shown
        asked.append(question.board.fen())
        assert session.question is not None
        session.answer(session.question.wanted[0].uci(), 6_000)
    assert asked == seen
    assert session.summary.learned == len(seen)


def test_what_was_only_shown_is_new_again_the_next_time(trainer: Openings) -> None:
    session = trainer.session(WHITE, SessionKind.LEARN)
    session.next()
    source_of(session).seen()
    assert trainer.counted(WHITE).waiting.known == 0
    again = trainer.session(WHITE, SessionKind.LEARN).next()
    assert again is not None
    assert again.shown


def test_a_position_is_known_once_it_was_answered_right(trainer: Openings) -> None:
    session = trainer.session(WHITE, SessionKind.LEARN)
    question = next_asked(session)
    assert question is not None and session.question is not None
    right = session.question.wanted[0].uci()
    session.answer("a2a3" if right != "a2a3" else "h2h3", 6_000)
    counts = trainer.counted(WHITE).waiting
    assert (counts.asked, counts.known) == (1, 0)
    while (again := next_asked(session)) is not None and again.board.fen() != question.board.fen():
        session.answer(session.question.wanted[0].uci(), 6_000)
    session.answer(right, 6_000)
    after_it = trainer.counted(WHITE).waiting
    assert after_it.known == after_it.asked >= 1 and after_it.all == counts.all


def test_a_day_brings_its_share_of_new_positions_and_no_more(trainer: Openings, clock: Clock) -> None:
    three = Repertoire(0, "white", True, new_a_day=3)
    assert (trainer.counted(three).waiting.new, trainer.counted(three).waiting.today) == (4, 3)
    assert len(answer_all(trainer, trainer.session(three))) == 3
    assert (trainer.counted(three).waiting.new, trainer.counted(three).waiting.today) == (1, 0)
    assert trainer.session(three, SessionKind.LEARN).next() is None
    clock.now += DAY_S
    assert trainer.counted(three).waiting.today == 1
    assert len(answer_all(trainer, trainer.session(three, SessionKind.LEARN))) == 1


def test_one_more_new_position_can_be_asked_for_beyond_the_share(trainer: Openings) -> None:
    none = Repertoire(0, "white", True, new_a_day=0)
    assert trainer.session(none).next() is None
    assert len(answer_all(trainer, trainer.session(none, new_cards=2))) == 2


def test_only_mine_makes_no_card_of_the_shipped_book_but_its_replies_show_the_gaps(tmp_path: Path) -> None:
    library = Library(tmp_path / "user.ratsubook", tmp_path / "learned.ratsubook", SHIPPED_BOOK)
    library.add_line(chess.Board(), line("1.e4 e5 2.Nf3"))
    trainer = Openings(library)
    assert trainer.counted(WHITE).waiting.new == 2
    everything = Repertoire(0, "all", True, books=ALL_BOOKS)
    assert trainer.counted(everything).waiting.new > 300
    asked = [spot for spot in trainer.store.spots(everything).values() if spot.own and spot.answers]
    assert {len(spot.answers) for spot in asked} == {1}  # one move to learn, and every other that it plays is right too
    assert any(spot.accepted for spot in asked)
    ahead = trainer.store.prospect(WHITE)
    assert (ahead.gaps[0].line, ahead.gaps[0].move) == ("1. e4 c5", "1...c5")
    library.close()


def test_a_repertoire_is_made_of_the_books_that_were_chosen(
    library: Library, trainer: Openings, tmp_path: Path
) -> None:
    with BookFile(tmp_path / "club.ratsubook") as club:
        club.put_rows([_row(chess.Board(), "d2d4"), _row(after("1.d4 d5"), "c2c4"), _row(after("1.d4"), "d7d5")])
        club.put_meta("title", "Club")
    library.list_book(tmp_path / "club.ratsubook")

    def lines(*books: str) -> set[str]:
        return set(answer_all(trainer, trainer.session(Repertoire(0, "", True, books=books), new_cards=99)))

    mine = {"", "1. e4 e5", "1. e4 c5", "1. e4 e5 2. Nf3 Nc6"}
    assert set(trainer.store.library.titles().values()) == {"Club"}
    assert lines(str(tmp_path / "club.ratsubook")) == {"", "1. d4 d5"}
    for books in ((OWN_BOOK,), (MINE,), (SHIPPED,), (LEARNED,)):
        with trainer.store.book.transaction() as connection:
            connection.execute("DELETE FROM cards")
            connection.execute("DELETE FROM reviews")
        assert lines(*books) == {
            (OWN_BOOK,): mine, (MINE,): {*mine, "1. d4 d5"}, (SHIPPED,): set(), (LEARNED,): set()
        }[books]  # fmt: skip


def test_a_move_of_another_book_is_no_answer_and_no_mistake(
    library: Library, trainer: Openings, tmp_path: Path
) -> None:
    with BookFile(tmp_path / "club.ratsubook") as club:
        club.put_rows([_row(chess.Board(), "d2d4")])
        club.put_meta("title", "Club")
    library.list_book(tmp_path / "club.ratsubook")
    row = Repertoire(0, "", True, books=(str(tmp_path / "club.ratsubook"),))
    trainer.begin(row, SessionKind.LEARN, new=99)
    trainer.seen()
    judged = trainer.answer("e2e4", 5_000)
    assert (judged.right, judged.asked_for, judged.grade) == (True, False, "")
    assert (trainer.totals().asked, trainer.totals().learned) == (0, 0)
    again = trainer.ask()
    assert again is not None and again.answers == (("d2d4", "d4"),)
    judged = trainer.answer("d2d4", 5_000)
    assert (judged.right, judged.asked_for) == (True, True) and judged.grade
    assert (trainer.totals().asked, trainer.totals().learned) == (1, 1)


def _row(board: chess.Board, uci: str) -> MoveRow:
    return MoveRow(position_key(board), encode(board, chess.Move.from_uci(uci)), Flag.NORMAL, 100)


def test_chapters_have_the_names_of_the_openings_and_are_trained_alone(trainer: Openings) -> None:
    chapters = {chapter.name: chapter.waiting.new for chapter in trainer.counted(WHITE).chapters}
    assert chapters == {"": 1, "King's Pawn Game": 1, "Sicilian Defense": 1, "King's Knight Opening": 1}
    session = trainer.session(WHITE, chapter="Sicilian Defense")
    assert answer_all(trainer, session) == ["1. e4 c5"]


def test_within_one_opening_the_chapters_are_its_variations(library: Library, trainer: Openings) -> None:
    start = after("1.e4 c5")
    library.add_line(start, line("2.Nf3 d6 3.d4 cxd4 4.Nxd4 Nf6 5.Nc3 a6 6.Bg5", start))
    names = [chapter.name for chapter in trainer.counted(Repertoire(0, "", True, start.fen())).chapters]
    assert names[0] == "Sicilian Defense"
    assert "Sicilian Defense: Najdorf Variation" in names


def test_the_line_of_the_user_is_trained_to_its_end_and_after_a_rare_reply(library: Library, trainer: Openings) -> None:
    text = (
        "1.e4 a6 2.d4 h6 3.Nf3 e6 4.Bd3 Nf6 5.O-O Be7 6.Nc3 O-O 7.Be3 d6 8.Qd2 Nc6 9.a3 b6 10.b4 Bb7 11.Rfe1 Re8 "
        "12.Rad1 Rc8 13.h3 Bf8 14.Bf4"
    )
    library.add_line(chess.Board(), line(text))
    deepest = max(len(spot.path) for spot in trainer.store.spots(WHITE).values() if spot.own and spot.answers)
    assert deepest == 26
    with_games = MoveRow(
        position_key(after("1.e4")), encode(after("1.e4"), chess.Move.from_uci("e7e5")), Flag.STRONG, 9, 9000
    )
    trainer.store.book.put_rows([with_games])
    assert after("1.e4 a6").fen() in {spot.board.fen() for spot in RepertoireStore(library).spots(WHITE).values()}


def test_whole_lines_ask_every_move_that_was_learned_and_practice_counts_for_no_card(
    trainer: Openings, clock: Clock
) -> None:
    assert trainer.session(WHITE, SessionKind.LINES).next() is None  # nothing was learned
    answer_all(trainer, trainer.session(WHITE))
    due = trainer.cards.due()
    lines = answer_all(trainer, trainer.session(WHITE, SessionKind.LINES))
    assert lines.count("") == 2
    assert {"1. e4 e5", "1. e4 e5 2. Nf3 Nc6", "1. e4 c5"} < set(lines)
    assert lines[lines.index("1. e4 e5") + 1] == "1. e4 e5 2. Nf3 Nc6"
    assert trainer.cards.due() == due
    clock.now += 30 * DAY_S
    session = trainer.session(WHITE, SessionKind.LINES)
    answer_all(trainer, session)
    assert all(trainer.cards.due()[name] > due[name] for name in due)
    assert session.summary.grades == {"good": 4}  # each counts once, however often it was asked


def test_the_number_that_is_left_of_whole_lines_falls_to_one_and_never_rises(
    trainer: Openings, library: Library
) -> None:
    library.add_line(chess.Board(), line("e4 e5 Nf3 d6 d4 exd4 Nxd4"))
    library.add_line(chess.Board(), line("e4 c5 Nf3 d6 d4"))
    answer_all(trainer, trainer.session(WHITE, new_cards=99))
    chapters: list[str | None] = [None, *(chapter.name for chapter in trainer.counted(WHITE).chapters)]
    assert len(chapters) > 2
    for chapter in chapters:
        session, left = trainer.session(WHITE, SessionKind.LINES, chapter=chapter), []
        while session.next() is not None:
            left.append(source_of(session).left)
            assert session.question is not None
            wrong = len(left) in (2, 5) and left[-1] == left[-2]
            session.answer("a2a3" if wrong else session.question.wanted[0].uci(), 6_000)
        assert left == sorted(left, reverse=True)
        assert left[-1] == 1
        whole = trainer.counted(WHITE).waiting.asked
        asked = {found.name: found.waiting.asked for found in trainer.counted(WHITE).chapters}
        assert left[0] == (whole if chapter is None else asked[chapter])


def test_a_wrong_move_in_a_line_counts_and_the_line_goes_on_with_the_right_one(trainer: Openings) -> None:
    answer_all(trainer, trainer.session(WHITE))
    session = trainer.session(WHITE, SessionKind.LINES)
    session.next()
    assert not session.answer("a2a3", 1_000).right
    question = session.next()
    assert question is not None
    assert question.spot.path == ()
    assert session.answer("e2e4", 1_000).graded == Graded()
    question = session.next()
    assert question is not None
    assert len(question.spot.path) == 2


def test_a_repertoire_of_an_older_ratsu_still_trains_all_books(trainer: Openings) -> None:
    with trainer.store.book.transaction() as connection:
        connection.execute(
            "INSERT INTO repertoires (name, white, fen, created) VALUES ('Old', 1, ?, 1)", (chess.STARTING_FEN,)
        )
    (old,) = trainer.store.all()
    assert old.books == ALL_BOOKS


def test_a_repertoire_can_be_changed(trainer: Openings) -> None:
    made = trainer.store.save(Repertoire(0, "Mine", True))
    changed = trainer.store.save(Repertoire(made.id, "Ours", False, after("1.e4").fen(), (SHIPPED,), 5))
    assert trainer.store.all() == [changed]
    trainer.store.remove(changed.id)
    assert not trainer.store.all()
    assert not trainer.store.book.query("SELECT * FROM repertoire_books")


@pytest.mark.skipif(not hasattr(time, "tzset"), reason="the system has one time zone for all programs")
def test_a_day_begins_and_ends_at_midnight_where_the_clocks_are_changed(
    trainer: Openings, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was learned after 23 o'clock of the day before counted, and the day ended an hour late."""
    try:
        monkeypatch.setenv("TZ", "EET-2EEST,M3.5.0/3,M10.5.0/4")  # Helsinki
        time.tzset()
        late, night, noon, end = (
            datetime(2026, 3, day, hour, minute, tzinfo=UTC).timestamp()
            for day, hour, minute in ((28, 21, 30), (28, 23, 0), (29, 9, 0), (29, 21, 0))
        )
        clock.now = late
        answer_all(trainer, trainer.session(WHITE))
        clock.now = noon
        assert trainer.counted(WHITE).waiting.known
        assert trainer.cards.new_today() == set() and trainer.cards.day_ends() == end
        clock.now = night  # before the change
        assert trainer.cards.day_ends() == end
    finally:
        monkeypatch.delenv("TZ")
        time.tzset()
