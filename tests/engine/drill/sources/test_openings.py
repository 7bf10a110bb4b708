"""The trainer as window and console see it: rows, explained moves, gaps and what fills them, a session with plain values."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import chess
import pytest

from books.analysis import Analysis
from books.choice.library import Library
from books.entry import Flag, MoveRow
from books.errors import BookError, ReadOnlyBookError
from books.key import encode, position_key
from books.learning import lessons
from books.learning.learn import Learner
from books.learning.played import LearnedGame
from books.repertoire.gap_moves import candidates
from books.repertoire.own_mistakes import OwnMistake, in_games
from books.repertoire.trainer_values import ALL_BOOKS, MINE, AvailableBook, Repertoire
from books.store.book_file import BookFile
from engine.drill.sources.opening_order import SessionKind
from engine.drill.sources.openings import Openings
from engine.game.reason_words import english
from tests.books.helpers import TRAP, TRAP_BOOK, TRAP_END, TableAnalyser, after, line, white_values
from tests.engine.drill.sources.conftest import Clock

WHITE = Repertoire(0, "White", True, chess.STARTING_FEN, (MINE,), 10)


def fill(library: Library, course: Openings, row: Repertoire, uci: str) -> None:
    library.add_line(*course.answer_to_gap(row, uci))


def test_a_new_move_is_shown_with_what_the_book_knows_of_it(library: Library, course: Openings) -> None:
    library.set_comment(chess.Board(), chess.Move.from_uci("e2e4"), "Best by test.")
    after_e4 = after("1.e4")
    rows = [
        MoveRow(position_key(chess.Board()), encode(chess.Board(), chess.Move.from_uci("e2e4")), Flag.NORMAL, 10, 6, 2, 2,
                comment="Best by test."),
        MoveRow(position_key(after_e4), encode(after_e4, chess.Move.from_uci("c7c5")), Flag.NORMAL, 9, 3),
        MoveRow(position_key(after_e4), encode(after_e4, chess.Move.from_uci("e7e5")), Flag.NORMAL, 9, 1),
    ]  # fmt: skip
    assert library.user is not None
    library.user.put_rows(rows)
    asked = course.begin(course.save(WHITE))
    assert asked is not None
    lesson = asked.lesson
    assert (asked.shown, asked.answers) == (True, (("e2e4", "e4"),))
    assert (lesson.san, lesson.opening, lesson.comment) == ("1.e4", "King's Pawn Game", "Best by test.")
    assert (lesson.games, lesson.score, lesson.reply) == (10, 0.7, "1...c5")
    assert lesson.reply_share == pytest.approx(2 / 3)
    assert lesson.reason is not None
    assert english(lesson.reason) == "your flag"


def test_the_reply_to_expect_is_as_probable_as_the_gap_that_it_leaves(
    empty: Library, make_trainer: Callable[[Library], Openings]
) -> None:
    course = make_trainer(empty)
    after_a4 = after("1.a4")
    replies = (("e7e5", 180, 1), ("d7d5", 820, 0))
    assert empty.user is not None
    empty.user.put_rows(
        [MoveRow(position_key(chess.Board()), encode(chess.Board(), chess.Move.from_uci("a2a4")), Flag.NORMAL, 1)]
        + [
            MoveRow(position_key(after_a4), encode(after_a4, chess.Move.from_uci(uci)), Flag.NORMAL, weight, wins)
            for uci, weight, wins in replies
        ]
    )
    row = course.save(WHITE)
    asked = course.begin(row)
    assert asked is not None
    gap = row.gap
    assert gap is not None
    assert (asked.lesson.reply, gap.move) == ("1...e5", "1...e5")
    assert asked.lesson.reply_share == pytest.approx(gap.share)
    assert 0.5 < gap.share < 0.6  # the books' weights count as a game


def test_a_session_in_plain_values(course: Openings) -> None:
    row = course.save(WHITE)
    asked, answers = course.begin(row), 0
    while asked is not None:
        if asked.shown:
            asked = course.seen()
            continue
        judged = course.answer(asked.answers[0][0], 6_000)
        answers += 1
        assert (judged.right, judged.grade, judged.asked_for) == (True, "good", True)
        assert judged.days > 0
        asked = course.ask()
    totals = course.totals()
    assert (totals.asked, totals.right, totals.learned, totals.failed) == (4, 4, 4, 0)
    assert totals.grades == (("good", 4),)
    (row,) = course.repertoires().rows
    assert (row.waiting.new, row.waiting.known) == (0, 4)
    assert course.begin(row) is None


def test_what_was_wrong_can_be_tried_again(course: Openings) -> None:
    row = course.save(WHITE)
    course.begin(row, new=1)
    course.seen()
    assert not course.answer("a2a3", 1_000).right
    course.ask()
    assert course.answer("e2e4", 1_000).right
    assert course.ask() is None
    asked = course.again()
    assert asked is not None
    assert (asked.moves, asked.shown) == ((), False)


def test_a_move_that_the_book_warns_of_is_wrong_with_the_reason(library: Library, course: Openings) -> None:
    library.set_flag(chess.Board(), chess.Move.from_uci("f2f3"), Flag.BAD)
    course.begin(course.save(WHITE))
    while course.seen() is not None and (asked := course.ask()) is not None and asked.shown:
        pass
    judged = course.answer("f2f3", 1_000)
    assert not judged.right
    assert judged.reason is not None
    assert english(judged.reason) == "bad (?), your flag"


def test_every_book_of_the_user_together_is_his_whoever_they_are(
    library: Library, course: Openings, tmp_path: Path
) -> None:
    club = tmp_path / "club.ratsubook"
    BookFile(club).close()
    library.list_book(club)
    assert course.repertoires().books[:2] == (AvailableBook("user"), AvailableBook(str(club), "club"))
    all_own = Repertoire(0, "", True, chess.STARTING_FEN, ("user", str(club), "learned"))
    assert course.save(all_own).books == (MINE, "learned")
    assert course.save(Repertoire(0, "", True, chess.STARTING_FEN, ("user",))).books == ("user",)


def test_a_repertoire_is_of_the_own_lines_where_there_are_any(course: Openings) -> None:
    assert course.add("White", True, chess.STARTING_FEN).books == (MINE,)
    assert course.add("d4", True, after("1.d4 d5").fen()).books == ALL_BOOKS


def test_the_biggest_gap_has_the_moves_that_lead_there_and_is_filled_with_one_edit(
    library: Library, course: Openings
) -> None:
    library.add_line(chess.Board(), line("1.e4 c5 2.Nf3 d6"))
    row = course.save(WHITE)
    assert row.gap is not None
    assert (row.gap.line, row.gap.move, row.gap.moves) == (
        "1. e4 c5 2. Nf3 d6",
        "2...d6",
        ("e2e4", "c7c5", "g1f3", "d7d6"),
    )
    edits = len(library.history())
    fill(library, course, row, "d2d4")
    assert library.history()[0].label == "line added"
    assert len(library.history()) == edits + 1
    (row,) = course.repertoires().rows
    assert row.gap is None
    with pytest.raises(BookError, match="no longer has a gap"):
        fill(library, course, row, "d2d4")
    library.undo()
    assert course.repertoires().rows[0].gap is not None


def test_a_gap_is_filled_as_it_was_shown_and_with_a_legal_move_only(library: Library, course: Openings) -> None:
    library.add_line(chess.Board(), line("1.e4 d5"))
    shown = course.save(WHITE)
    fill(library, course, shown, "e4d5")
    edits = len(library.history())
    fill(library, course, shown, "e4d5")  # pressed twice: the next gap is another position
    assert len(library.history()) == edits
    with pytest.raises(BookError, match="not legal"):
        fill(library, course, shown, "a1a8")


def test_a_user_without_a_line_begins_with_his_first_move(empty: Library) -> None:
    library, course = empty, Openings(empty)
    row = course.save(WHITE)
    assert row.gap is not None
    assert (row.gap.line, row.gap.move, row.gap.share) == ("", "", 1.0)
    fill(library, course, row, "e2e4")
    assert course.repertoires().rows[0].waiting.today == 1


def test_books_people_and_the_engine_are_side_by_side(library: Library, course: Openings) -> None:
    library.add_line(chess.Board(), line("1.e4 d5"))
    (gap,) = [row.gap for row in [course.save(WHITE)]]
    assert gap is not None
    there = chess.Board(gap.fen)
    exd5, e5, nc3 = (there.parse_san(san) for san in ("exd5", "e5", "Nc3"))
    assert library.user is not None
    library.user.put_rows([MoveRow(gap_key(gap.fen), encode(there, e5), Flag.DUBIOUS, 1, 1, 1, 2)])

    def people(board: chess.Board) -> Mapping[str, float]:
        assert board == there
        return {"e4d5": 0.8, "b1c3": 0.1, "a2a3": 0.001}

    values = {key_after(there, exd5): 30, key_after(there, e5): -20, key_after(there, nc3): 40}
    found = {candidate.san: candidate for candidate in candidates(library, there, people, TableAnalyser(values))}
    assert list(found) == ["e5", "exd5", "Nc3"]
    assert (found["e5"].flag, found["e5"].games, found["e5"].share, found["e5"].score) == ("$", 4, 1.0, 0.375)
    assert (found["exd5"].people, found["exd5"].games, found["exd5"].best) == (0.8, 0, False)
    assert found["Nc3"].best
    worth = found["Nc3"].worth
    assert worth is not None
    assert worth.score.centipawns == 40
    assert [candidate.worth for candidate in candidates(library, there)] == [None]


def gap_key(fen: str) -> int:
    return position_key(chess.Board(fen))


def key_after(board: chess.Board, move: chess.Move) -> int:
    there = board.copy()
    there.push(move)
    return position_key(there)


def test_a_user_whose_book_cannot_be_written_is_told(tmp_path: Path) -> None:
    with pytest.raises(ReadOnlyBookError):
        Openings(Library(None, None, None))


# The user's own mistakes

MISTAKE = OwnMistake(chess.STARTING_FEN, ("e2e4", "e7e5", "g1f3"), "f7f6", "b8c6", "Ratsu - Virtanen")


def test_own_mistakes_are_a_repertoire_of_their_own_and_come_with_the_game(course: Openings) -> None:
    assert not course.repertoires().rows
    assert course.keep_mistakes([MISTAKE, MISTAKE]) == 1
    assert course.keep_mistakes([MISTAKE]) == 0
    (row,) = course.repertoires().rows
    assert (row.drill, row.waiting.new) == (True, 1)
    asked = course.begin(row)
    assert asked is not None
    assert (asked.shown, asked.white, asked.moves) == (False, False, MISTAKE.moves)
    assert (asked.lesson.san, asked.lesson.mistake, asked.lesson.event) == ("2...Nc6", "2...f6", "Ratsu - Virtanen")
    assert not course.answer("f7f6", 1_000).right
    course.ask()
    assert course.answer("b8c6", 1_000).right
    assert course.ask() is None


def test_a_move_of_the_users_own_repertoire_is_no_mistake_and_is_right_where_it_becomes_one_later(
    library: Library, course: Openings
) -> None:
    own = OwnMistake(chess.STARTING_FEN, (), "e2e4", "d2d4")
    assert course.keep_mistakes([own, MISTAKE]) == 1
    library.add_line(after("1.e4 e5 2.Nf3"), line("f6", after("1.e4 e5 2.Nf3")))
    course.begin(course.mistakes_row())
    assert course.answer("f7f6", 1_000).right


def test_a_mistake_can_be_forgotten_and_late_ones_are_not_of_the_opening(course: Openings) -> None:
    late = OwnMistake(chess.STARTING_FEN, ("g1f3", "g8f6", "f3g1", "f6g8") * 8, "f2f3", "e2e4")
    assert course.keep_mistakes([MISTAKE, late]) == 1
    course.begin(course.mistakes_row())
    assert course.forget_mistake() is None
    assert not course.repertoires().rows


def test_a_game_that_began_with_an_ending_has_no_mistake_of_the_opening(course: Openings) -> None:
    """A won ending that was set up, played and reviewed was asked as an opening."""
    ending = OwnMistake("8/8/4k3/8/8/4K3/4P3/8 w - - 0 1", ("e3e4",), "e6f6", "e6d6", "You - Ratsu")
    later = OwnMistake(after("1.e4 e5").fen(), ("g1f3",), "f7f6", "b8c6", "You - Ratsu")
    assert course.keep_mistakes([ending, later]) == 1
    asked = course.begin(course.mistakes_row())
    assert asked is not None and asked.moves == later.moves


def test_training_another_repertoire_keeps_its_mistakes_apart(
    library: Library, make_trainer: Callable[[Library], Openings]
) -> None:
    course = make_trainer(library)
    course.keep_mistakes([MISTAKE])
    asked = course.begin(replace(WHITE, books=ALL_BOOKS), SessionKind.LEARN)
    assert asked is not None
    assert asked.lesson.mistake == ""


@pytest.mark.parametrize(("own", "asked"), [("Virtanen", True), ("Ratsu 0.2", False), ("?", False)])
def test_what_was_learned_from_a_game_of_the_user_is_asked_until_the_lesson_is_taken_back(
    empty: Library, make_trainer: Callable[[Library], Openings], own: str, asked: bool
) -> None:
    course = make_trainer(empty)
    learner, number = learned_game(empty, own)
    rows = course.repertoires().rows
    assert bool(rows) == asked
    if asked:
        question = course.begin(rows[0])
        assert question is not None
        assert (question.lesson.mistake, question.lesson.event) == ("4.Nxe5", "Virtanen - Mäki")
        lessons.undo_game(learner.book, number)
        assert not course.repertoires().rows


def learned_game(library: Library, own: str) -> tuple[Learner, int]:
    """A game of `own` with a mistake in the opening, learned, and its number."""
    learner = Learner(library)
    moves = tuple(move.uci() for move in line(TRAP))
    number = learner.record(LearnedGame(moves, True, "0-1", book_plies=5, own=own, opponent="Mäki"))
    learner.analyse(number, TableAnalyser(white_values(TRAP_BOOK + " Nd4", TRAP_END)))
    return learner, number


def test_a_mistake_that_was_learned_can_be_forgotten(
    empty: Library, make_trainer: Callable[[Library], Openings]
) -> None:
    """It came again with the next session, however often it was forgotten."""
    course = make_trainer(empty)
    learned_game(empty, "Virtanen")
    assert course.begin(course.repertoires().rows[0]) is not None
    assert course.forget_mistake() is None
    assert not make_trainer(empty).repertoires().rows


def test_the_mistake_of_a_game_is_found_by_an_analyser() -> None:
    moves = tuple(move.uci() for move in line(TRAP))
    game = LearnedGame(moves, True, "0-1", own="Virtanen", opponent="Mäki")
    (found,) = in_games([game], TableAnalyser(white_values(TRAP_BOOK + " Nd4", TRAP_END)))
    assert (found.moves, found.played, found.event) == (moves[:6], moves[6], "Virtanen - Mäki")


@pytest.mark.parametrize(
    ("flags", "values", "proposed"),
    [
        (
            {"f2f4": Flag.NORMAL, "g1f3": Flag.NORMAL},
            {"f2f4": -50, "g1f3": 46},
            "g1f3",
        ),  # of equal flags the best value
        ({"f2f4": Flag.STRONG, "g1f3": Flag.NORMAL}, {"f2f4": 20, "g1f3": 46}, "f2f4"),  # the flag goes first
        ({"f2f4": Flag.STRONG, "g1f3": Flag.NORMAL}, {"f2f4": -50, "g1f3": 46}, "g1f3"),  # but not far behind
        ({"f2f4": Flag.BAD, "g1f3": Flag.UNCHECKED}, {"f2f4": 40, "g1f3": 46}, "g1f3"),
        ({"f2f4": Flag.DUBIOUS}, {"f2f4": -50, "d2d4": 60}, "d2d4"),  # what the book does not have
        ({"f2f4": Flag.NORMAL, "g1f3": Flag.STRONG}, {}, "g1f3"),  # before the engine has answered
        ({}, {}, ""),
    ],
)
def test_of_the_moves_that_could_close_a_gap_the_one_is_proposed_that_ratsu_would_play(
    empty: Library, flags: dict[str, Flag], values: dict[str, int], proposed: str
) -> None:
    board = after("e4 e5")
    assert empty.user is not None
    rows = [
        MoveRow(position_key(board), encode(board, chess.Move.from_uci(uci)), flag, 9, 100 if uci == "f2f4" else 10)
        for uci, flag in flags.items()
    ]
    empty.user.put_rows(rows)

    def analyse(board: chess.Board, root_moves: Sequence[chess.Move] = (), times: int = 1) -> Analysis:
        first = root_moves[0] if root_moves else chess.Move.from_uci(max(values, key=values.__getitem__))
        return Analysis(first, values.get(first.uci(), -90), 9, 1, "test")

    found = candidates(empty, board, None, analyse if values else None)
    assert [one.uci for one in found if one.proposed] == ([proposed] if proposed else [])


def test_something_else_waits_when_the_next_position_becomes_due_or_the_day_ends(
    course: Openings, clock: Clock
) -> None:
    row = course.save(WHITE)
    ends = course.repertoires().changes_in_s
    midnight = datetime.fromtimestamp(clock.now + ends).astimezone()
    assert 0 < ends <= 90_000
    assert (midnight.hour, midnight.minute, midnight.second) == (0, 0, 0)
    asked = course.begin(row)
    while asked is not None and asked.shown:
        asked = course.seen()
    course.answer("a2a3", 1_000)
    soon = course.repertoires().changes_in_s
    assert 0 < soon <= 60
    assert course.repertoires().rows[0].waiting.due == 0
    clock.now += soon
    assert course.repertoires().rows[0].waiting.due == 1


def test_a_summary_tells_the_grades_from_the_best_to_the_worst_whatever_came_first(course: Openings) -> None:
    asked = course.begin(course.save(WHITE))
    took = iter((True, False, False, True))
    while asked is not None:
        if asked.shown:
            asked = course.seen()
            continue
        right = next(took, True)
        course.answer(asked.answers[0][0] if not right or course.totals().asked else "a2a3", 1_000, hint=not right)
        asked = course.ask()
    assert [grade for grade, _ in course.totals().grades] == ["good", "hard", "again"]
