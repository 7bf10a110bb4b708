"""What is said of a move of the book comes from values: kept beside the words, in numbers from White's side."""

import time
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import chess
import pytest

from books.analysis import MATE_CP, score_of
from books.choice.layers import ReachedPosition, decide
from books.choice.library import Library
from books.entry import Flag, Layer, MoveRow, PositionRow, PositionVerdict
from books.learning import lessons
from books.learning.learn import Learner
from books.learning.played import LearnedGame
from engine.game.reason import Provenance, Reason, ReasonKind, SourceLayer, text_reason
from engine.game.reason_words import english, score_words
from tests.books.helpers import TRAP, TRAP_BOOK, TRAP_END, TableAnalyser, line, white_values

KNOWLEDGE = white_values(TRAP_BOOK + " Nd4", TRAP_END)
DAY = date(2026, 2, 1)
NOON = int(time.mktime((*DAY.timetuple()[:3], 12, 0, 0, 0, 0, -1)))


@pytest.fixture
def learner(tmp_path: Path) -> Iterator[Learner]:
    opened = Library(tmp_path / "user.ratsubook", tmp_path / "learned.ratsubook", None)
    opened.add_line(chess.Board(), line(TRAP_BOOK))
    learner = Learner(opened)
    learner.record(LearnedGame(tuple(move.uci() for move in line(TRAP)), True, "0-1", book_plies=5))
    learner.analyse_pending(TableAnalyser(KNOWLEDGE))
    yield learner
    opened.close()


def test_a_lesson_is_its_value_again_and_readable_by_an_older_program(learner: Learner) -> None:
    found = lessons.log(learner.book)[::-1]
    assert found and all(lesson.reason.kind is ReasonKind.AFTER_GAME for lesson in found)
    texts = [text for (text,) in learner.book.query("SELECT text FROM lessons ORDER BY id")]
    assert [text.partition("\n")[0] for text in texts] == [english(lesson.reason) for lesson in found]
    labels = [label for (label,) in learner.book.query("SELECT label FROM edits ORDER BY id")]
    assert set(labels) >= {english(lesson.reason) for lesson in found}, (
        "the undo label holds the text without the value"
    )


def test_the_log_tells_how_a_move_stands_today(learner: Learner) -> None:
    written = lessons.log(learner.book)[-1]
    assert (written.flag_after, written.probability_after) == (Flag.BAD, 0)
    assert learner.log()[-1] == written
    with learner.book.transaction() as connection:  # an older program, or a later lesson, has changed it
        connection.execute("UPDATE positions SET verdict = 3")
        connection.execute("UPDATE moves SET flag = 3, weight = 1000 WHERE move = ?", (written.move,))
        connection.execute("UPDATE moves SET flag = -1 WHERE move != ?", (written.move,))
    now = learner.log()[-1]
    assert (now.flag_before, now.probability_before) == (written.flag_before, written.probability_before)
    assert (now.flag_after, now.probability_after) == (Flag.STRONG, 1)


@pytest.mark.parametrize("value", ["", "\n", "\n[1,2]", '\n["NO_SUCH_KIND"]'])
def test_the_words_of_a_lesson_without_a_value_are_shown_as_they_are(learner: Learner, value: str) -> None:
    words = "after game 1: 4.Nxe5 -> ?, -3.0 at depth 20"
    with learner.book.transaction() as connection:
        connection.execute("UPDATE lessons SET text = ?", (words + value,))
    assert {lesson.reason for lesson in lessons.log(learner.book)} == {text_reason(words)}


@pytest.mark.parametrize(
    ("layer", "row", "said"),
    [
        (Layer.USER, MoveRow(1, 2, Flag.BAD, source="user"), Provenance(SourceLayer.YOURS)),
        (Layer.USER, MoveRow(1, 2, Flag.BAD, source="club"), Provenance(SourceLayer.BOOK, "club")),
        (Layer.BOOK, MoveRow(1, 2, Flag.BAD, source="user"), Provenance(SourceLayer.BOOK, "user")),
        (Layer.LEARNED, MoveRow(1, 2, Flag.BAD), Provenance(SourceLayer.LEARNED)),
        (
            Layer.LEARNED,
            MoveRow(1, 2, Flag.BAD, source="game 14", evaluated=NOON),
            Provenance(SourceLayer.LEARNED, game=14, day=DAY),
        ),
        (Layer.LEARNED, MoveRow(1, 2, Flag.BAD, source="games of others"), Provenance(SourceLayer.LEARNED)),
        (Layer.SHIPPED, MoveRow(1, 2, Flag.BAD, source="user"), Provenance(SourceLayer.SHIPPED)),
    ],
)
def test_a_word_of_the_book_says_whose_it_is(layer: Layer, row: MoveRow, said: Provenance) -> None:
    assert decide([(layer, row)]).reason(True) == Reason(ReasonKind.FROM, (said,))


def test_nothing_is_called_the_users_that_he_did_not_touch() -> None:
    """What was only added, and what the doctor proposed, is not the user's flag."""
    for row in (MoveRow(1, 2, Flag.NORMAL, inherits=1), MoveRow(1, 2, Flag.BAD, source="doctor")):
        reason = decide([(Layer.USER, row)]).reason(True)
        assert reason.kind in (ReasonKind.ADDED, ReasonKind.PROPOSED) and "your flag" not in english(reason)


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (-162, "-1.62"),
        (MATE_CP - 7, "mate in 7"),
        (7 - MATE_CP, "mated in 7"),
        (-MATE_CP, "mated"),
        (29_000, "+290.00"),
        (19_988, "White wins by the tables, 12 plies to a capture, pawn move or mate"),
        (-20_000, "Black wins by the tables"),
    ],
)
def test_a_value_next_to_a_mate_is_told_as_one(value: int, words: str) -> None:
    assert score_words(score_of(value, True)) == words


@pytest.mark.parametrize(("white", "score"), [(True, "-1.30"), (False, "+1.30")])
def test_a_value_is_from_whites_side_whoever_moves(white: bool, score: str) -> None:
    row = MoveRow(1, 2, Flag.BAD, evaluation=-130, depth=9)
    lost = PositionRow(3, value=130, depth=9, verdict=PositionVerdict.CONFIRMED, lost=1, game=14)
    said = english(decide([(Layer.SHIPPED, row)], ReachedPosition(lost, Layer.LEARNED, lost)).reason(white))
    assert said == f"learned (game 14) as losing: {score} at depth 9"
    assert english(decide([(Layer.SHIPPED, row)]).reason(white)) == f"shipped book: {score} at depth 9"
