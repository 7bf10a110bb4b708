"""The user's books: new, renamed, copied, merged, the one that takes the edits, and a study as a repertoire."""

import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import chess
import pytest

from books.choice.layers import LayeredMove
from books.choice.library import SHIPPED_BOOK, Library
from books.entry import SIDE, Flag, Layer
from books.errors import BookError
from books.repertoire import shelf
from books.repertoire.store import RepertoireStore
from books.repertoire.trainer_values import Repertoire
from books.store.book_file import BookFile
from tests.books.helpers import after, line

STUDIES = Path(__file__).parents[1] / "formats" / "studies"
START = chess.Board()


@pytest.fixture
def books(tmp_path: Path) -> Iterator[Library]:
    library = Library(tmp_path / "user.ratsubook", tmp_path / "learned.ratsubook", SHIPPED_BOOK)
    yield library
    library.close()


def entry(books: Library, moves: str, san: str) -> LayeredMove:
    board = after(moves)
    return dict(books.moves_on(board))[board.parse_san(san)]


def test_a_study_becomes_a_book_with_its_name_side_and_chapters(books: Library) -> None:
    done = shelf.adopt(books, STUDIES / "caro.pgn")
    assert (done.imported.chapters, [(row.name, row.white) for row in done.repertoires]) == (
        3,
        [("Caro-Kann for Black", False)],
    )
    store = RepertoireStore(books)
    (row,) = store.all()
    assert list(store.chapters(row)) == ["Advance", "Exchange", "Panov"] and row.books == (str(done.path),)
    of_all_books = Repertoire(0, "Mine", white=False)
    assert list(store.chapters(of_all_books))[:3] == ["Advance", "Exchange", "Panov"]


def test_chapters_from_both_sides_become_two_repertoires(books: Library) -> None:
    done = shelf.adopt(books, STUDIES / "pirc.pgn", sides={True: "Valkea", False: "Musta"})
    assert [row.name for row in done.repertoires] == ["Pirc, both colours: Valkea", "Pirc, both colours: Musta"]


def test_a_chapter_that_begins_with_a_position_is_trained_too(books: Library) -> None:
    shelf.adopt(books, STUDIES / "tactics.pgn")
    store = RepertoireStore(books)
    (row,) = store.all()
    assert {spot.board.san(spot.answers[0]) for spot in store.asked(row)} >= {"Bxh7+", "Ng5+", "Qd8+", "Rxd8#"}


def test_lines_without_a_side_are_for_the_side_with_fewer_alternatives(books: Library, tmp_path: Path) -> None:
    (tmp_path / "lines.pgn").write_text("1. e4 c5 (1... e5 2. Nf3) (1... e6 2. d4) 2. Nf3 *\n\n1. d4 Nf6 *\n")
    assert shelf.adopt(books, tmp_path / "lines.pgn").repertoires[0].white
    (tmp_path / "black.pgn").write_text("1. e4 (1. d4 d5 2. c4 (2. Nf3 Nf6) 2... e6) (1. c4 e5) 1... c5 *\n")
    assert not shelf.adopt(books, tmp_path / "black.pgn").repertoires[0].white


def test_the_same_study_again_replaces_its_book_and_adds_no_repertoire(books: Library, tmp_path: Path) -> None:
    first = shelf.adopt(books, STUDIES / "caro.pgn")
    text = (STUDIES / "caro.pgn").read_text().replace("7. Nxd4 Ne7 $11", "7. Nxd4 Nd7 $11")
    (tmp_path / "later.pgn").write_text(text)
    again = shelf.adopt(books, tmp_path / "later.pgn")
    assert again.path == first.path and len(RepertoireStore(books).all()) == 1 and len(books.listed_books()) == 1
    assert "Nd7" in books.chapters()[0]


def test_replies_in_a_book_for_white_are_neither_mine_nor_played_by_their_presence(books: Library) -> None:
    books.switch_layer(Layer.SHIPPED, False)
    shelf.adopt(books, STUDIES / "italian.pgn")
    mine = {move.san: (move.mine, move.reply) for move in books.look_up(after("1.e4 e5 2.Nf3 Nc6"))}
    assert mine["Bc4"] == mine["Bb5"] == (True, False)
    replies = {move.san: (move.mine, move.reply) for move in books.look_up(after("1.e4 e5"))}
    assert replies["Nf3"] == (True, False)
    there = {move.san: move for move in books.look_up(after("1.e4 e5 2.Nf3 Nf6 3.Nxe5"))}
    assert there["Nxe4"].reply and there["Nxe4"].flag is Flag.BAD  # its author's sign
    assert entry(books, "1.e4 e5 2.Nf3 Nc6 3.Bc4 Nf6 4.d3 Be7 5.O-O O-O 6.Re1 d6 7.a4", "Na5").flag is Flag.UNCHECKED
    shelf.rename(books, books.listed_books()[0].path, "Both", None)
    assert entry(books, "1.e4 e5 2.Nf3 Nc6 3.Bc4 Nf6 4.d3 Be7 5.O-O O-O 6.Re1 d6 7.a4", "Na5").flag is Flag.NORMAL


def test_a_new_book_takes_the_edits_and_gives_them_back(books: Library) -> None:
    path = shelf.new_book(books, "My lines", True)
    books.set_flag(START, chess.Move.from_uci("b2b4"), Flag.STRONG)
    books.add_line(after("1.b4"), line("1...e5 2.Bb2", after("1.b4")))
    assert books.user is not None and (books.user.count(), books.own().count()) == (0, 3)
    assert books.own_flags() is books.user and books.edited == path
    found = entry(books, "", "b4")
    assert found.flag is Flag.STRONG and found.decision.layer is Layer.BOOK and found.weight == 1000
    books.set_locked(START, chess.Move.from_uci("b2b4"), True)
    assert entry(books, "", "b4").locked
    books.delete(START, chess.Move.from_uci("e2e4"))
    assert not entry(books, "", "e4").flag.playable
    for _ in range(3):
        books.undo()
    assert books.redo() is not None and books.own().count() == 3
    books.edit_in(None)
    books.set_flag(START, chess.Move.from_uci("g2g4"), Flag.NORMAL)
    assert books.user.count() == 1 and books.edited is None


def test_edits_go_to_ones_own_book_while_the_other_is_switched_off(books: Library) -> None:
    path = shelf.new_book(books, "My lines")
    books.arrange_books([type(entry)(entry.path, False) for entry in books.listed_books()])
    books.add_line(START, line("1.e4"))
    assert books.user is not None and books.user.count() == 1 and books.edited is None
    assert path.exists()


def test_undo_takes_back_the_latest_edit_of_either_book(books: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    now = iter(range(1000, 2000))
    monkeypatch.setattr("books.store.journal.time.time", lambda: next(now))
    shelf.new_book(books, "My lines")
    books.add_line(START, line("1.e4"))
    books.switch_line(START, chess.Move.from_uci("e2e4"), True)
    assert [edit.label for edit in books.history()] == ["e4 switched off", "line added"]
    books.undo()
    assert not books.switched_off() and books.own().count() == 1
    books.undo()
    assert books.own().count() == 0
    books.redo()
    assert books.own().count() == 1 and not books.switched_off()


def test_a_copy_has_everything_and_a_life_of_its_own(books: Library) -> None:
    done = shelf.adopt(books, STUDIES / "caro.pgn")
    path = shelf.copy(books, done.path, "Blitz")
    with BookFile(path) as book, BookFile(done.path) as source:
        assert (book.meta("title"), book.meta(SIDE)) == ("Blitz", "black")
        assert book.chapters() == source.chapters() and list(book.all_rows()) == list(source.all_rows())


def test_a_merged_book_is_in_the_other_with_its_chapters(books: Library) -> None:
    first, second = (shelf.adopt(books, STUDIES / f"{name}.pgn").path for name in ("caro", "dutch"))
    shelf.merge(books, second, first)
    with BookFile(first) as book, BookFile(second) as source:
        assert len(book.chapters()) == 5 and {(row.key, row.move) for row in source.all_rows()} <= {
            (row.key, row.move) for row in book.all_rows()
        }
    with pytest.raises(BookError, match="into itself"):
        shelf.merge(books, first, first)
    with pytest.raises(BookError, match="edits made by hand"):
        shelf.adopt(books, STUDIES / "caro.pgn")


def test_a_book_is_found_by_its_name(books: Library) -> None:
    path = shelf.adopt(books, STUDIES / "caro.pgn").path
    assert shelf.book_named(books, "caro-kann for black") == shelf.book_named(books, path.name) == path
    with pytest.raises(BookError, match="None of your books is called x"):
        shelf.book_named(books, "x")


@pytest.mark.skipif(sys.platform != "linux", reason="looks at Linux's list of open files")
def test_a_book_is_closed_before_its_file_is_replaced_or_deleted(books: Library, tmp_path: Path) -> None:
    """Windows refuses both while it is open."""

    def opened(path: Path) -> list[str]:
        found = []
        for one in Path("/proc/self/fd").iterdir():
            with suppress(OSError):
                found.append(str(one.readlink()))
        return [name for name in found if name.startswith(str(path))]

    book = shelf.adopt(books, STUDIES / "caro.pgn").path
    entry(books, "", "e4")
    assert opened(book)
    books.let_go(book)
    assert not opened(book)
    entry(books, "", "e4")  # opens it again
    books.arrange_books([])
    assert opened(book), "no longer in use, but other threads may be reading it"
    books.let_go(book)
    assert not opened(book)
