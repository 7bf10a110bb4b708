"""A line that is switched off is neither asked nor played, and comes back as it was."""

import random
from collections.abc import Iterator
from pathlib import Path

import chess
import pytest

from books.choice.choose import Chooser
from books.choice.library import SHIPPED_BOOK, Library
from books.entry import Layer
from books.key import position_key
from books.repertoire import shelf
from books.repertoire.lines import left_out
from books.repertoire.store import RepertoireStore
from books.repertoire.switched import switched_lines
from engine.drill.sources.openings import Openings
from engine.game.reason_words import english
from engine.play.book.book_export import write_book
from tests.books.helpers import after
from tests.books.repertoire.test_shelf import STUDIES

ITALIAN, SPANISH = chess.Move.from_uci("f1c4"), chess.Move.from_uci("f1b5")
FORK = after("1.e4 e5 2.Nf3 Nc6")


@pytest.fixture
def books(tmp_path: Path) -> Iterator[Library]:
    library = Library(tmp_path / "user.ratsubook", tmp_path / "learned.ratsubook", SHIPPED_BOOK)
    shelf.adopt(library, STUDIES / "italian.pgn")
    yield library
    library.close()


def asked(books: Library) -> set[int]:
    store = RepertoireStore(books)
    (row,) = store.all()
    return {spot.key for spot in store.asked(row)}


def test_an_own_move_that_is_off_is_not_asked_nor_what_follows(books: Library) -> None:
    before = asked(books)
    books.switch_line(FORK, ITALIAN, True)
    now = asked(books)
    gone = position_key(after("1.e4 e5 2.Nf3 Nc6 3.Bc4 Nf6"))
    kept = position_key(after("1.e4 e5 2.Nf3 Nc6 3.Bb5 a6"))
    assert now < before and gone in before - now and {kept, position_key(FORK)} <= now
    store = RepertoireStore(books)
    spot = store.spots(store.all()[0])[position_key(FORK)]
    assert spot.answers == (SPANISH,) and ITALIAN in spot.accepted  # playing it is no mistake
    books.switch_line(FORK, ITALIAN, False)
    assert asked(books) == before


def test_a_reply_that_is_off_leads_no_further_and_is_no_gap(books: Library) -> None:
    reply = chess.Move.from_uci("c7c5")
    trainer = Openings(books)
    row = trainer.counted(trainer.store.all()[0])
    assert row.gap is not None and row.gap.move == "1...c5"
    books.switch_line(after("1.e4"), reply, True)
    row = trainer.counted(trainer.store.all()[0])
    assert "1...c5" not in [gap.move for gap in row.gaps]
    petroff = chess.Move.from_uci("g8f6")
    books.switch_line(after("1.e4 e5 2.Nf3"), petroff, True)
    assert position_key(after("1.e4 e5 2.Nf3 Nf6")) not in asked(books)
    assert left_out(trainer.store.spots(trainer.store.all()[0])).off == 2


def test_the_engine_does_not_play_it_whatever_its_flags(books: Library) -> None:
    books.switch_line(FORK, ITALIAN, True)
    assert books.probability(FORK, ITALIAN) == 0 and books.probability(FORK, SPANISH) > 0.5
    (found,) = [move for move in books.look_up(FORK) if move.move == ITALIAN]
    assert found.off and found.mine and english(found.reason) == "switched off by you"
    for seed in range(40):
        choice = books.chooser(source=random.Random(seed)).choose(FORK)
        assert choice is not None and choice.move != ITALIAN
    assert isinstance(books.chooser(), Chooser)


def test_it_is_undone_and_found_again(books: Library) -> None:
    books.switch_line(FORK, ITALIAN, True)
    assert [chess.Board().variation_san(line) for line in switched_lines(books)] == ["1. e4 e5 2. Nf3 Nc6 3. Bc4"]
    books.switch_line(FORK, ITALIAN, True)  # it is off already: no second edit
    books.undo()
    assert not books.switched_off() and not switched_lines(books)
    books.redo()
    assert books.switched_off() == {(position_key(FORK), 26 << 6 | 5)}


def test_the_same_position_by_other_moves_is_switched_too(books: Library) -> None:
    books.switch_line(FORK, ITALIAN, True)
    other = after("1.Nf3 Nc6 2.e4 e5")
    assert dict(books.moves_on(other))[ITALIAN].off


def test_the_lesson_has_the_words_and_drawings_of_the_student(books: Library) -> None:
    trainer = Openings(books)
    (row,) = trainer.store.all()
    question = trainer.begin(row)
    assert question is not None and question.shown
    assert question.lesson.comment == "The quiet Italian: c3, d3 and a slow plan. Best by test."
    assert question.lesson.drawings == ("Gd2d4", "Gg1f3")


def test_an_export_has_the_line_as_it_is(books: Library, tmp_path: Path) -> None:
    def exported() -> str:
        write_book(tmp_path / "all.pgn", books, lambda done, total: True)
        return (tmp_path / "all.pgn").read_text(encoding="utf-8")

    books.switch_layer(Layer.SHIPPED, False)
    before = exported()
    assert "Bc4" in before and "d3 $1" in before
    books.switch_line(FORK, ITALIAN, True)
    books.switch_line(after("1.e4 e5 2.Nf3 Nc6 3.Bc4 Nf6"), chess.Move.from_uci("d2d3"), True)
    assert exported() == before
