"""Every own move has a card: a second move in a position is asked for after the first, and nothing is left out silently."""

from pathlib import Path

import chess
import pytest

from books.building.imports import import_file
from books.choice.library import SHIPPED_BOOK, Library
from books.entry import Flag, MoveRow
from books.key import encode, position_key
from books.repertoire.lines import left_out
from books.repertoire.store import RepertoireStore
from books.repertoire.trainer_values import LeftOut, Repertoire
from engine.drill.sources.openings import Openings
from tests.books.helpers import after, line, next_asked

WHITE = Repertoire(0, "white", True)
STUDY = """[Event "x"]
[Result "*"]

1. e4 e5 2. Nf3 Nc6 3. Bb5{sign} (3. d4 exd4 4. Nxd4 Nf6 5. Nxc6 bxc6 6. e5 Qe7 7. Qe2 Nd5 8. c4) 3... a6 4. Ba4 Nf6 *
"""
RUY, SCOTCH = chess.Move.from_uci("f1b5"), chess.Move.from_uci("d2d4")


def studied(folder: Path, sign: str = "", shipped: Path | None = SHIPPED_BOOK) -> Library:
    """A library in which the study is one of the user's books."""
    text = folder / "s.pgn"
    text.write_text(STUDY.replace("{sign}", sign))
    import_file(text, folder / "s.ratsubook")
    library = Library(folder / "user.ratsubook", folder / "learned.ratsubook", shipped)
    library.list_book(folder / "s.ratsubook")
    return library


@pytest.mark.parametrize("sign", ["", "!", "!?", "!!"])
@pytest.mark.parametrize("shipped", [SHIPPED_BOOK, None])
def test_both_moves_of_a_study_are_trained_to_their_ends(sign: str, shipped: Path | None, tmp_path: Path) -> None:
    library = studied(tmp_path, sign, shipped)
    trainer = Openings(library)
    assert trainer.counted(WHITE).waiting.new == 9
    assert {RUY, SCOTCH} == {*trainer.store.spots(WHITE)[position_key(after("1.e4 e5 2.Nf3 Nc6"))].answers}
    session, asked = trainer.session(WHITE, new_cards=99), 0
    while (question := next_asked(session)) is not None:
        assert session.answer(question.wanted[0].uci(), 6_000).right
        asked += 1
    assert asked == 10 and session.summary.asked == 9
    assert trainer.counted(WHITE).waiting.known == 9
    library.close()


def test_the_other_move_is_asked_for_and_the_card_is_graded_once(tmp_path: Path) -> None:
    library = studied(tmp_path)
    course = Openings(library)
    board = after("1.e4 e5 2.Nf3 Nc6")
    row = Repertoire(0, "", True, board.fen(), new_a_day=1)
    asked = course.begin(row)
    assert asked is not None and asked.shown and {san for _, san in asked.answers} == {"Bb5", "d4"}
    asked = course.seen()
    assert asked is not None and not asked.named
    first = course.answer("d2d4", 3_000)
    assert (first.right, first.grade, first.missing) == (True, "", 1)
    again = course.ask()
    assert again is not None and again.moves == asked.moves
    assert (again.named, [san for _, san in again.answers]) == (("d4",), ["Bb5"])
    assert course.answer("d2d4", 3_000).missing == 1, "the same move names no other"
    assert course.ask() is not None
    last = course.answer("f1b5", 3_000)
    assert (last.right, last.grade, last.missing) == (True, "good", 0)
    assert course.ask() is None
    assert course.totals().asked == 1
    library.close()


def test_a_wrong_second_move_fails_the_position_and_asks_for_both_again(tmp_path: Path) -> None:
    library = studied(tmp_path)
    course = Openings(library)
    course.begin(Repertoire(0, "", True, after("1.e4 e5 2.Nf3 Nc6").fen(), new_a_day=1))
    course.seen()
    course.answer("f1b5", 3_000)
    course.ask()
    wrong = course.answer("a2a3", 3_000)
    assert (wrong.right, wrong.grade) == (False, "again")
    asked = course.ask()
    assert asked is not None and len(asked.answers) == 2 and not asked.named
    library.close()


def test_progress_of_a_deck_from_before_is_read(tmp_path: Path) -> None:
    library = studied(tmp_path)
    trainer = Openings(library)
    session = trainer.session(Repertoire(0, "", True, after("1.e4 e5 2.Nf3 Nc6 3.Bb5 a6").fen()), new_cards=1)
    question = next_asked(session)
    assert question is not None
    session.answer(question.wanted[0].uci(), 6_000)
    assert (trainer.counted(WHITE).waiting.known, trainer.counted(WHITE).waiting.new) == (1, 8)
    library.close()


def test_what_is_not_asked_is_counted_with_its_reason(tmp_path: Path) -> None:
    library = Library(tmp_path / "user.ratsubook", tmp_path / "learned.ratsubook", None)
    library.add_line(chess.Board(), line("1.e4 e5 2.Nf3"))
    start = chess.Board()
    rows = [
        MoveRow(position_key(start), encode(start, chess.Move.from_uci(uci)), flag, 100)
        for uci, flag in (("g2g4", Flag.BAD), ("f2f3", Flag.DUBIOUS), ("a2a3", Flag.UNCHECKED))
    ]
    assert library.user is not None
    library.user.put_rows(rows)
    assert left_out(RepertoireStore(library).spots(WHITE)) == LeftOut(2, 1, 0)
    row = Openings(library).counted(Repertoire(0, "", True, chess.STARTING_FEN))
    assert str(row.not_asked) == "Not asked: 2 own moves marked $ or ?, 1 own move unchecked."
    assert not Repertoire(0, "", True, chess.STARTING_FEN).not_asked
    library.close()
